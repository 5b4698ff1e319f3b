import type { Instant } from '@atrium/domain/core';
import { changesContent, endOf, type ReadingContent } from '@atrium/domain/measurements/readings';
import { type KeyedRow, placedIdentity, type ReadingRow, seriesKey } from '../reading-row.ts';
import type { ReadingStore, SeriesHead } from '../readings.store.ts';
import type { KnownLengths } from './known-lengths.ts';
import type { KnownRanges } from './known-ranges.ts';
import { lookupSpans } from './lookup-spans.ts';
import type { RecentReadings } from './recent-readings.ts';
import { longest, settleOverlaps } from './settle-overlaps.ts';

/** What became of the readings of one request. */
export interface Outcome {
  accepted: number;
  unchanged: number;
  corrected: number;
}

export interface Settled {
  /** One row per identity: what must be written for the store to show the newest content. */
  readonly rows: readonly KeyedRow[];
  /** Those among them whose identity the store does not have yet. */
  readonly added: readonly ReadingRow[];
  /** For each list given, in the same order. */
  readonly outcomes: readonly Outcome[];
}

/** Stretches that one look-up names; readings that lie in more of them are looked up one by one, by a set of places. */
const mostSpans = 8;
/** ms before now that a series is looked at whose readings are of these days. A week late, and the day that a reading may cover. */
const recentMs = 8 * 86_400_000;
/** Series that one look-up of these days names. */
const mostSeries = 1000;
/** Before all readings. */
const always = Number.MIN_SAFE_INTEGER;

interface Group {
  readonly head: SeriesHead;
  readonly rows: ReadingRow[];
}

/**
 * Decides for each reading whether it is new, known, or a correction, as if the lists had arrived one reading after the
 * other. `written` resolves when every insert decided earlier has ended; it is awaited only if the store must be asked.
 * Where a write of another process may come yet, what is known is written once more, so that it stays.
 */
export async function settleReadings(
  store: ReadingStore,
  known: Known,
  lists: Lists,
  written: () => Promise<unknown>,
  since: (organization: number) => Instant,
  isDoubtful: (row: ReadingRow) => boolean,
  now: Instant,
): Promise<Settled> {
  const { ranges, lengths, recent } = known;
  await loadKnown(store, known, lists, written, now);
  const stored = await storedContents(store, ranges, recent, lists, written);
  const staged = new Map<string, KeyedRow>();
  const outcomes = lists.map((rows) => {
    const outcome = { accepted: 0, unchanged: 0, corrected: 0 };
    for (const keyed of rows) {
      const { identity, row } = keyed;
      const before = staged.get(identity)?.row ?? stored.get(identity);
      const isUnchanged = before !== undefined && !changesContent(before, row);
      if (isUnchanged) outcome.unchanged += 1;
      else if (before === undefined) outcome.accepted += 1;
      else outcome.corrected += 1;
      const isOurs = () => staged.has(identity) || recent.contentOf(keyed) !== undefined;
      if (isUnchanged && (!isDoubtful(row) || isOurs())) continue;
      staged.set(identity, keyed);
    }
    return outcome;
  });
  const rows = await settleOverlaps(store, lengths, [...staged.values()], written, since);
  recent.writing(rows);
  for (const { row, series } of rows) ranges.widen(series, row.at);
  const added = [...staged.values()].flatMap(({ identity, row }) => (stored.has(identity) ? [] : [row]));
  return { rows, added, outcomes };
}

/** What is known of the store by heart. */
export interface Known {
  readonly ranges: KnownRanges;
  readonly lengths: KnownLengths;
  readonly recent: RecentReadings;
}

type Lists = readonly (readonly KeyedRow[])[];

/**
 * Learns of the series what their readings are decided by: those that may overlap them begin up to a day before. A series
 * that was not heard of yet is looked at for some days only, unless something older was sent.
 */
async function loadKnown(
  store: ReadingStore,
  { ranges, lengths }: Known,
  lists: Lists,
  written: () => Promise<unknown>,
  now: Instant,
): Promise<void> {
  if (ranges.trim()) {
    lengths.clear();
    // Of what is known no more the store is to show all.
    await written();
  }
  const [lately, ever] = [new Map<string, ReadingRow>(), new Map<string, ReadingRow>()];
  const since = now - recentMs;
  for (const rows of lists)
    for (const { row, series } of rows) {
      const from = row.at - longest;
      if (!ranges.isLoaded(series, from)) (from < since ? ever : lately).set(series, row);
    }
  if (lately.size + ever.size === 0) return;
  // No insert is awaited: what is under way was added to what is known of its series before.
  const look = async (series: readonly (readonly [string, ReadingRow])[], from: Instant) => {
    const rows = series.map(([, row]) => row);
    const spans = Map.groupBy(await store.rangesOf(rows, from), seriesKey);
    for (const [key] of series) {
      const found = spans.get(key) ?? [];
      const span = { from: Math.min(...found.map((one) => one.from)), to: Math.max(...found.map((one) => one.to)) };
      ranges.load(key, from, span);
      for (const { interval, ...one } of found)
        lengths.widen(key, { at: one.from, interval }, endOf({ at: one.to, interval }));
    }
  };
  const recent = [...lately].filter(([key]) => !ever.has(key));
  const parts = Array.from({ length: Math.ceil(recent.length / mostSeries) }, (_, part) =>
    recent.slice(part * mostSeries, (part + 1) * mostSeries),
  );
  // Whole lives apart by site and metric, which are what each of those statements reads.
  const whole = Map.groupBy(ever, ([, { installation, metric }]) => `${installation} ${metric}`);
  await Promise.all([
    ...parts.map((part) => look(part, since)),
    ...[...whole.values()].map((part) => look(part, always)),
  ]);
}

async function storedContents(
  store: ReadingStore,
  ranges: KnownRanges,
  recent: RecentReadings,
  lists: Lists,
  written: () => Promise<unknown>,
) {
  const contents = new Map<string, ReadingContent>();
  // Also what is unchanged is acknowledged only once it is on disk.
  if (lists.some((rows) => rows.some((row) => recent.isPending(row)))) await written();
  const candidates = groupsOf(lists, (keyed) => {
    if (!recent.covers(keyed)) return ranges.mayHold(keyed.series, keyed.row.at);
    const content = recent.contentOf(keyed);
    if (content !== undefined) contents.set(keyed.identity, content);
    return false;
  });
  if (candidates.length === 0) return contents;
  await written();
  await Promise.all(
    candidates.map(async ({ head, rows }) => {
      const spans = lookupSpans(rows);
      const found = await (spans.length > mostSpans ? store.contentsAt(head, rows) : store.contentsOf(head, spans));
      for (const one of found)
        contents.set(placedIdentity(head.installation, one.device, { ...one, metric: head.metric }), one);
    }),
  );
  return contents;
}

function groupsOf(lists: Lists, wanted: (row: KeyedRow) => boolean): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const rows of lists) {
    for (const keyed of rows) {
      if (!wanted(keyed)) continue;
      const { row } = keyed;
      const key = `${row.installation} ${row.metric}`;
      const group = groups.get(key);
      if (group === undefined) {
        const { organization, installation, metric } = row;
        groups.set(key, { head: { organization, installation, metric }, rows: [row] });
      } else group.rows.push(row);
    }
  }
  return [...groups.values()];
}
