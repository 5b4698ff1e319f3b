import type { Instant } from '@atrium/domain/core';
import type { QuestionReader } from '../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from '../planner/statements/readings-of.ts';

/** One device's readings of one metric, while they count. */
export interface CountedStretch {
  readonly device: number;
  readonly metric: string;
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
}

export interface StretchTotal {
  readonly device: number;
  readonly metric: string;
  readonly readings: number;
  /** Of the values, as far as no finer readings tell of their time. */
  readonly sum: number;
  readonly last: Instant;
}

/** A reading as it is stored. Which person it is about (`visitor`) and where they stood is nobody's to read here. */
export interface RawReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  readonly value: number;
  /** s */
  readonly interval: number;
  readonly descriptors: string;
}

/** Readings that lie in any of the stretches; the rectangle around them follows the table's order. */
const counted = `${readingsCondition}
    AND arrayExists((d, m, f, t) -> d = device AND m = metric AND at >= f AND at < t,
      {devicesOf:Array(UInt32)}, {metricsOf:Array(String)}, {froms:Array(Int64)}, {tos:Array(Int64)})`;

export type BehindStore = ReturnType<typeof behindStore>;

/** The readings as they were sent, for whoever wants to see what a number is made of. */
export function behindStore(reader: QuestionReader) {
  return {
    async totals(readings: ReadingsOf, stretches: readonly CountedStretch[]): Promise<readonly StretchTotal[]> {
      return reader.query<StretchTotal>({
        sql: `SELECT device, toString(metric) AS metric, toFloat64(count()) AS readings, sum(value) AS sum,
            toFloat64(max(at)) AS last
          FROM readings FINAL WHERE ${counted} GROUP BY device, metric`,
        params: paramsOf(readings, stretches),
      });
    },

    /** The newest first. */
    async newest(readings: ReadingsOf, stretches: readonly CountedStretch[], most: number): Promise<RawReading[]> {
      return reader.query<RawReading>({
        sql: `SELECT device, toString(metric) AS metric, toFloat64(at) AS at, value, interval,
            toString(descriptors) AS descriptors
          FROM readings FINAL WHERE ${counted}
          ORDER BY readings.at DESC, device, metric, descriptors LIMIT {most:UInt32}`,
        params: { ...paramsOf(readings, stretches), most },
      });
    },
  };
}

function paramsOf(readings: ReadingsOf, stretches: readonly CountedStretch[]): Readonly<Record<string, unknown>> {
  return {
    ...readingsParams(readings),
    devicesOf: stretches.map(({ device }) => device),
    metricsOf: stretches.map(({ metric }) => metric),
    froms: stretches.map(({ from }) => from),
    tos: stretches.map(({ to }) => to),
  };
}
