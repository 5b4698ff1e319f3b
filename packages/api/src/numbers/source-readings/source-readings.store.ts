import type { Instant } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import type { QueryReader } from '../../platform/analytics-store.ts';
import type { MeterInterval } from '../planner/read/statements/meter-statements.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from '../planner/read/statements/readings-of.ts';

/** One device's readings of one metric, while they count. */
export interface CountedStretch {
  readonly device: number;
  readonly metric: string;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

export interface StretchTotal {
  readonly device: number;
  readonly metric: string;
  readonly readings: number;
  /** Sum of the values, without time covered by finer readings. */
  readonly sum: number;
  readonly last: Instant;
  /** Readings that count partly, because finer ones cover the rest of their time. */
  readonly overlapped: number;
}

/** Gaps between the samples of a meter's registers. */
export interface RegisterGaps {
  readonly device: number;
  readonly metric: string;
  readonly gaps: number;
}

/** Stored reading, without `visitor` and position, which must not be shown. */
export interface RawReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  /** As sent. */
  readonly value: number;
  /** Value (for a duration the weight) that counts when finer readings cover part of its time; otherwise null. */
  readonly counted: number | null;
  /** Seconds. */
  readonly interval: number;
  readonly descriptors: string;
}

const isDuration = 'has({durations:Array(String)}, metric)';
/** For these metrics a finer reading reduces the weight (the visits), not the mean value. */
const durations = [...sendableMetrics.values()].filter(({ kind }) => kind === 'duration').map(({ id }) => id);

/**
 * Readings in any of the spans, within a rectangle that follows the primary key. Most devices count all the time and
 * are matched by a set. Comparing every reading with every span would take seconds for a day of a large site.
 */
const counted = `${readingsCondition}
    AND ((device, toString(metric)) IN (SELECT arrayJoin(arrayZip({wholeDevices:Array(UInt32)}, {wholeMetrics:Array(String)})))
      OR arrayExists((d, m, f, t) -> d = device AND m = metric AND at >= f AND at < t,
        {devicesOf:Array(UInt32)}, {metricsOf:Array(String)}, {froms:Array(Int64)}, {tos:Array(Int64)}))`;

export type SourceReadingsStore = ReturnType<typeof sourceReadingsStore>;

/** Reads readings as sent, for explaining a number. */
export function sourceReadingsStore(reader: QueryReader) {
  return {
    async totals(readings: ReadingsOf, stretches: readonly CountedStretch[]): Promise<readonly StretchTotal[]> {
      return reader.query<StretchTotal>({
        sql: `SELECT device, toString(metric) AS metric, toFloat64(count()) AS readings, sum(value) AS sum,
            toFloat64(max(at)) AS last, toFloat64(countIf(sent IS NOT NULL)) AS overlapped
          FROM readings FINAL WHERE ${counted} GROUP BY device, metric`,
        params: paramsOf(readings, stretches),
      });
    },

    /** Newest first. */
    async newest(readings: ReadingsOf, stretches: readonly CountedStretch[], most: number): Promise<RawReading[]> {
      return reader.query<RawReading>({
        sql: `SELECT device, toString(metric) AS metric, toFloat64(at) AS at,
            if(sent IS NULL OR ${isDuration}, readings.value, assumeNotNull(sent)) AS value,
            if(sent IS NULL, NULL, if(${isDuration}, weight, readings.value)) AS counted,
            interval, toString(descriptors) AS descriptors
          FROM readings FINAL WHERE ${counted}
          ORDER BY readings.at DESC, device, metric, descriptors LIMIT {most:UInt32}`,
        params: { ...paramsOf(readings, stretches), most, durations },
      });
    },

    /** Counts samples of registers that are further apart than their meter's reporting interval allows. */
    async gaps(readings: ReadingsOf, reportingIntervals: readonly MeterInterval[]): Promise<readonly RegisterGaps[]> {
      return reader.query<RegisterGaps>({
        sql: `SELECT device, toString(metric) AS metric, toFloat64(countIf(at - before > transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)))) AS gaps
          FROM (
            SELECT device, metric, at, lagInFrame(at, 1, at) OVER (PARTITION BY device, metric, descriptors ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before
            FROM readings FINAL WHERE ${readingsCondition}
          )
          GROUP BY device, metric`,
        params: {
          ...readingsParams(readings),
          meters: reportingIntervals.map(({ device }) => device),
          gaps: reportingIntervals.map(({ gap }) => gap),
        },
      });
    },
  };
}

function paramsOf(readings: ReadingsOf, stretches: readonly CountedStretch[]): Readonly<Record<string, unknown>> {
  const isWhole = ({ from, to }: CountedStretch) => from <= readings.from && to >= readings.to;
  const whole = stretches.filter(isWhole);
  const partial = stretches.filter((stretch) => !isWhole(stretch));
  return {
    ...readingsParams(readings),
    wholeDevices: whole.map(({ device }) => device),
    wholeMetrics: whole.map(({ metric }) => metric),
    devicesOf: partial.map(({ device }) => device),
    metricsOf: partial.map(({ metric }) => metric),
    froms: partial.map(({ from }) => from),
    tos: partial.map(({ to }) => to),
  };
}
