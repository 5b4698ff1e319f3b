import type { Instant } from '@atrium/domain/core';
import { endOf, overlap, sendableMetrics, spokenShare } from '@atrium/domain/measurements/readings';
import { type CountedRow, type KeyedRow, keyedRow, type ReadingRow } from '../reading-row.ts';
import type { ReadingStore } from '../readings.store.ts';
import type { KnownLengths } from './known-lengths.ts';

/** No reading is about more (ms). */
export const longest = 86_400_000;

/** What is counted over an interval can be shared out over it; samples and visitors can't. */
function isShared({ metric }: ReadingRow): boolean {
  const kind = sendableMetrics.get(metric)?.kind;
  return kind === 'flow' || kind === 'count' || kind === 'duration';
}

/**
 * Of readings of one device and metric that overlap, the finest speaks for the time it covers: the others count for the
 * share that is left to them, whichever came first. Answers the staged rows, and those stored ones of which another
 * share counts from now on, none from before `since`.
 */
export async function settleOverlaps(
  store: ReadingStore,
  lengths: KnownLengths,
  staged: readonly KeyedRow[],
  written: () => Promise<unknown>,
  since: (organization: number) => Instant,
): Promise<readonly KeyedRow[]> {
  for (const { row, series } of staged) if (isShared(row)) lengths.widen(series, row);
  const unsure = staged.filter(({ row, series }) => isShared(row) && lengths.mayOverlap(series, row));
  if (unsure.length === 0) return staged;
  await written();
  const settled = new Map(staged.map((keyed) => [keyed.identity, keyed]));
  for (const [series, changed] of Map.groupBy(unsure, (keyed) => keyed.series)) {
    const { row } = changed[0] as KeyedRow;
    const from = Math.min(...changed.map((one) => one.row.at)) - 2 * longest;
    const to = Math.max(...changed.map((one) => endOf(one.row))) + longest;
    const { organization, installation, metric } = row;
    const stored = await store.contentsOf({ organization, installation, metric }, [
      { devices: [row.device], from, to },
    ]);
    const all = new Map<string, { readonly keyed: KeyedRow; readonly before: number | null }>(
      stored.map(({ counted, ...content }) => {
        const keyed = keyedRow({ ...row, ...content, device: row.device });
        return [keyed.identity, { keyed, before: counted }];
      }),
    );
    // What a finer one takes the place of covered more.
    const touched = changed.map(({ identity, row: { at, interval } }) => ({
      at,
      interval: Math.max(interval, all.get(identity)?.keyed.row.interval ?? 0),
    }));
    for (const keyed of staged) if (keyed.series === series) all.set(keyed.identity, { keyed, before: null });
    const rows = [...all.values()].map(({ keyed }) => keyed.row);
    for (const { keyed, before } of all.values()) {
      if (keyed.row.interval === 0 || !touched.some((one) => overlap(one, keyed.row))) continue;
      const counted = countedRow(keyed.row, spokenShare(keyed.row, rows));
      const amount = counted === undefined ? null : amountOf(counted);
      if (before !== null && (amount ?? amountOf(keyed.row)) === before) continue;
      if (before !== null && keyed.row.at < since(row.organization)) continue;
      settled.set(keyed.identity, counted === undefined ? keyed : { ...keyed, counted });
    }
  }
  return [...settled.values()];
}

const isMean = ({ metric }: ReadingRow) => sendableMetrics.get(metric)?.kind === 'duration';

/** Of a mean it is the visits that are shared out. */
const amountOf = (row: ReadingRow) => (isMean(row) ? row.weight : row.value);

function countedRow(row: ReadingRow, share: number): CountedRow | undefined {
  if (share === 1) return undefined;
  const sent = amountOf(row);
  return isMean(row) ? { ...row, weight: sent * share, sent } : { ...row, value: sent * share, sent };
}
