import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { ScanTarget } from '../gather-scans.ts';
import type { TimedScan } from '../merge-scans.ts';
import type { Scanner } from '../scanner.ts';
import { createPieceFinder } from '../spans.ts';
import { type CrossingRow, maxReadingMs } from '../statements/crossing-statement.ts';
import type { FlowRow } from '../statements/flow-statement.ts';
import { findUndecidedDevices, splitRows } from './split-flows.ts';

/** Readers for a cut count. */
export interface CutReaders {
  readonly rolled: Pick<Scanner, 'flow'>;
  readonly raw: Pick<Scanner, 'flow'>;
  /** Reads readings across the end of the queried time. The read begins where such a reading may begin. */
  readonly crossings: (ask: TimedScan & { readonly amount: CountedAmount }) => Promise<readonly CrossingRow[]>;
}

/**
 * Returns counts up to a cut, the last of the edges. A reading across it counts by its share before it; the rest is
 * subtracted from the rollups. If a device sent alternatives of such a reading, the readings are used instead.
 */
export async function readCutFlow(
  { rolled, raw, crossings }: CutReaders,
  { installation, devices: asked, metrics }: ScanTarget,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount,
  cutAt: Instant,
): Promise<readonly FlowRow[]> {
  // No stand-ins: the device of a cut reading matters.
  const want = { installation, devices: asked, metrics };
  const [all, rows] = await Promise.all([
    crossings({ want, edges: [cutAt - maxReadingMs, cutAt], amount }),
    rolled.flow(want, edges, splits, amount),
  ]);
  const beyond = beyondCut(all, want, edges, cutAt);
  const devices = findUndecidedDevices(beyond);
  const isCut = new Set(devices);
  const counted = [...rows, ...splitRows(beyond, splits)].filter(({ device }) => !isCut.has(device));
  if (devices.length === 0) return counted;
  const place = edges.findLastIndex((edge) => edge <= cutAt - maxReadingMs);
  const [early, late] = place <= 0 ? [[], edges] : [edges.slice(0, place + 1), edges.slice(place)];
  const cut = await Promise.all([
    early.length < 2 ? [] : rolled.flow({ ...want, devices }, early, splits, amount),
    late.length < 2 ? [] : raw.flow({ ...want, devices }, late, splits, amount, cutAt),
  ]);
  return [...counted, ...cut.flat()];
}

/** Returns the counts of a scan's readings beyond its cut. */
function beyondCut(rows: readonly CrossingRow[], want: ScanTarget, edges: readonly Instant[], cutAt: Instant) {
  const [devices, metrics] = [new Set(want.devices), new Set(want.metrics)];
  const pieceOf = createPieceFinder(edges);
  return rows.flatMap(({ device, metric, descriptors, at, cut, beyond }) => {
    const piece = pieceOf(at);
    if (cut !== cutAt || piece === null || !devices.has(device) || !metrics.has(metric)) return [];
    return [{ device, metric, descriptors, edges: [piece], values: [-beyond] }];
  });
}
