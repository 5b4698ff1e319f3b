import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import { type CrossingRow, longestReading } from '../statements/crossing-statement.ts';
import type { FlowRow } from '../statements/flow-statement.ts';
import type { Want } from './gather-scans.ts';
import type { TimedAsk } from './merge-scans.ts';
import type { Scanner } from './scanner.ts';

/** What a cut count is made of. */
export interface CutReaders {
  readonly rolled: Pick<Scanner, 'flow'>;
  readonly raw: Pick<Scanner, 'flow'>;
  /** Devices with readings that reach across the end of the asked time, which begins when such a reading may. */
  readonly crossings: (ask: TimedAsk) => Promise<readonly CrossingRow[]>;
}

/**
 * Counts up to a cut, the last of the edges, of which a reading that reaches across it belongs to in part. Hardly any
 * device has one: of all others the rollups tell, whatever the cut.
 */
export async function cutFlow(
  { rolled, raw, crossings }: CutReaders,
  want: Want,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount,
  cutAt: Instant,
): Promise<readonly FlowRow[]> {
  const [crossing, rows] = await Promise.all([
    crossings({ want, edges: [cutAt - longestReading, cutAt] }),
    rolled.flow(want, edges, splits, amount),
  ]);
  const isCut = new Set(crossing.filter(({ cut }) => cut === cutAt).map(({ device }) => device));
  const devices = want.devices.filter((device) => isCut.has(device));
  if (devices.length === 0) return rows;
  const place = edges.findLastIndex((edge) => edge <= cutAt - longestReading);
  const [early, late] = place <= 0 ? [[], edges] : [edges.slice(0, place + 1), edges.slice(place)];
  const cutRows = await Promise.all([
    early.length < 2 ? [] : rolled.flow({ ...want, devices }, early, splits, amount),
    late.length < 2 ? [] : raw.flow({ ...want, devices }, late, splits, amount, cutAt),
  ]);
  return [...rows.filter(({ device }) => !isCut.has(device)), ...cutRows.flat()];
}
