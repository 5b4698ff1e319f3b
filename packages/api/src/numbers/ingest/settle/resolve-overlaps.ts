import type { Instant } from '@atrium/domain/core';
import { computeCountedShare, doOverlap, getReadingEnd, sendableMetrics } from '@atrium/domain/numbers/readings';
import { type CountedRow, getPlacedIdentity, type KeyedRow, type ReadingRow, toKeyedRow } from '../reading-row.ts';
import type { ReadingStore } from '../readings.store.ts';
import type { KnownLengths } from './known-lengths.ts';

/** Returns the imports of an organization that are undone: their readings do not count, as if they were not stored. */
export type ReadUndoneImports = (organization: number) => Promise<ReadonlySet<number>>;

/** Maximum interval of a reading (ms). */
export const maxIntervalMs = 86_400_000;

/** Totals over an interval can be split in proportion to time; samples and visitors cannot. */
function isSplittable({ metric }: ReadingRow): boolean {
  const kind = sendableMetrics.get(metric)?.kind;
  return kind === 'flow' || kind === 'count' || kind === 'duration';
}

/**
 * Resolves overlaps between readings of one device and metric. The finest reading counts for the time it covers; others
 * count for the remaining share, in any order of arrival. Returns the staged rows plus stored rows whose share changed,
 * except those before `since`.
 */
export async function resolveOverlaps(
  store: ReadingStore,
  lengths: KnownLengths,
  staged: readonly KeyedRow[],
  written: () => Promise<unknown>,
  since: (organization: number) => Instant,
  readUndone: ReadUndoneImports,
): Promise<readonly KeyedRow[]> {
  for (const { row, series } of staged) if (isSplittable(row)) lengths.widen(series, row);
  const unsure = staged.filter(({ row, series }) => isSplittable(row) && lengths.mayOverlap(series, row));
  if (unsure.length === 0) return staged;
  await written();
  const settled = new Map(staged.map((keyed) => [keyed.identity, keyed]));
  for (const [series, changed] of Map.groupBy(unsure, (keyed) => keyed.series)) {
    const { row } = changed[0] as KeyedRow;
    const from = Math.min(...changed.map((one) => one.row.at)) - 2 * maxIntervalMs;
    const to = Math.max(...changed.map((one) => getReadingEnd(one.row))) + maxIntervalMs;
    const { organization, installation, metric } = row;
    const found = await store.contentsOf({ organization, installation, metric }, [{ devices: [row.device], from, to }]);
    const undone = found.some((one) => one.import !== 0) ? await readUndone(organization) : new Set();
    // Contents are ordered by version, so an undone one hides the earlier ones of its identity.
    const stored = [
      ...new Map(found.map((one) => [getPlacedIdentity(installation, one.device, { ...one, metric }), one])).values(),
    ].filter((one) => !undone.has(one.import));
    const all = new Map<string, { readonly keyed: KeyedRow; readonly before: number | null }>(
      stored.map(({ counted, ...content }) => {
        const keyed = toKeyedRow({ ...row, ...content, device: row.device });
        return [keyed.identity, { keyed, before: counted }];
      }),
    );
    // The stored row that a finer one replaces may have covered more time.
    const touched = changed.map(({ identity, row: { at, interval } }) => ({
      at,
      interval: Math.max(interval, all.get(identity)?.keyed.row.interval ?? 0),
    }));
    for (const keyed of staged) if (keyed.series === series) all.set(keyed.identity, { keyed, before: null });
    const rows = [...all.values()].map(({ keyed }) => keyed.row);
    for (const { keyed, before } of all.values()) {
      if (keyed.row.interval === 0 || !touched.some((one) => doOverlap(one, keyed.row))) continue;
      const counted = countedRow(keyed.row, computeCountedShare(keyed.row, rows));
      const amount = counted === undefined ? null : amountOf(counted);
      if (before !== null && (amount ?? amountOf(keyed.row)) === before) continue;
      if (before !== null && keyed.row.at < since(row.organization)) continue;
      settled.set(keyed.identity, counted === undefined ? keyed : { ...keyed, counted });
    }
  }
  return [...settled.values()];
}

const isMean = ({ metric }: ReadingRow) => sendableMetrics.get(metric)?.kind === 'duration';

/** Returns the amount to split: the visits (weight) of a mean, otherwise the value. */
const amountOf = (row: ReadingRow) => (isMean(row) ? row.weight : row.value);

function countedRow(row: ReadingRow, share: number): CountedRow | undefined {
  if (share === 1) return undefined;
  const sent = amountOf(row);
  return isMean(row) ? { ...row, weight: sent * share, sent } : { ...row, value: sent * share, sent };
}
