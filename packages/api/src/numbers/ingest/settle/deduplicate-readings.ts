import type { Instant } from '@atrium/domain/core';
import { changesContent, getReadingEnd, type ReadingContent } from '@atrium/domain/numbers/readings';
import { getPlacedIdentity, getSeriesKey, type KeyedRow, type ReadingRow } from '../reading-row.ts';
import type { ReadingStore, ReplacedReading, SeriesHead } from '../readings.store.ts';
import type { ContentCache } from './content-cache.ts';
import type { KnownLengths } from './known-lengths.ts';
import type { KnownRanges } from './known-ranges.ts';
import { buildLookupSpans } from './lookup-spans.ts';
import { maxIntervalMs, type ReadUndoneImports, resolveOverlaps } from './resolve-overlaps.ts';

/** Outcome of one request's readings. */
export interface Outcome {
  accepted: number;
  unchanged: number;
  corrected: number;
}

export interface DeduplicatedReadings {
  /** Rows to write, one per identity. */
  readonly rows: readonly KeyedRow[];
  /** Rows whose identity is new to the store. */
  readonly added: readonly ReadingRow[];
  /** Stored readings of devices or earlier imports that rows of an import replace. */
  readonly replaced: readonly ReplacedReading[];
  /** One per input list, in the same order. */
  readonly outcomes: readonly Outcome[];
}

/** Maximum spans per look-up. Readings in more spans are looked up one by one, with a set. */
const maxSpans = 8;
/**
 * Milliseconds. Recent readings of a series are loaded this far back: a week of delay plus the day a reading may cover.
 */
const recentMs = 8 * 86_400_000;
/** Maximum series per look-up of recent days. */
const maxSeries = 1000;
/** Earlier than any reading. */
const always = Number.MIN_SAFE_INTEGER;

interface Group {
  readonly head: SeriesHead;
  readonly rows: ReadingRow[];
}

/**
 * Decides whether each reading is new, unchanged or a correction, as if the lists had arrived one reading at a time.
 * `written` resolves when all earlier inserts have ended; it is awaited only before a query. Days that another process
 * may still write to get unchanged readings again, so that these win.
 */
export async function deduplicateReadings(
  store: ReadingStore,
  known: StoreCache,
  lists: Lists,
  written: () => Promise<unknown>,
  since: (organization: number) => Instant,
  isDoubtful: (row: ReadingRow) => boolean,
  now: Instant,
  readUndone: ReadUndoneImports,
): Promise<DeduplicatedReadings> {
  const { ranges, lengths, recent } = known;
  await loadStoreCache(store, known, lists, written, now);
  const stored = await storedContents(store, ranges, recent, lists, written);
  const undone = await findUndone(stored, lists, readUndone);
  const staged = new Map<string, KeyedRow>();
  const replaced = new Map<string, ReplacedReading>();
  const outcomes = lists.map((rows) => {
    const outcome = { accepted: 0, unchanged: 0, corrected: 0 };
    for (const keyed of rows) {
      const { identity, row } = keyed;
      const found = staged.get(identity)?.row ?? stored.get(identity);
      if (row.replaces !== undefined) {
        const { replaces, ...back } = row;
        const isSame = found !== undefined && !changesContent(found, row);
        const isTaken = (found?.import ?? 0) === replaces && (isSame || undone(row.organization, replaces));
        if (isTaken) staged.set(identity, { ...keyed, row: back });
        if (isTaken && !isSame) outcome.corrected += 1;
        else outcome.unchanged += 1;
        continue;
      }
      const before = found !== undefined && undone(row.organization, found.import) ? undefined : found;
      const isUnchanged = before !== undefined && !changesContent(before, row);
      const isOther = before !== undefined && (before.import ?? 0) !== (row.import ?? 0);
      // What a device sends after an import must not go with it. A coarser reading has no place beside a finer one.
      const isClaimed = isUnchanged && isOther && (row.import ?? 0) === 0 && before.interval === row.interval;
      if (isUnchanged) outcome.unchanged += 1;
      else if (before === undefined) outcome.accepted += 1;
      else outcome.corrected += 1;
      const isOurs = () => staged.has(identity) || recent.contentOf(keyed) !== undefined;
      if (isUnchanged && !isClaimed && (!isDoubtful(row) || isOurs())) continue;
      if (isOther && row.import !== undefined && row.import !== 0)
        replaced.set(identity, { ...row, ...toSent(before), replacedBy: row.import });
      staged.set(identity, keyed);
    }
    return outcome;
  });
  const rows = await resolveOverlaps(store, lengths, [...staged.values()], written, since, readUndone);
  recent.writing(rows);
  for (const { row, series } of rows) ranges.widen(series, row.at);
  const added = [...staged.values()].flatMap(({ identity, row }) => (stored.has(identity) ? [] : [row]));
  return { rows, added, replaced: [...replaced.values()], outcomes };
}

/** Content as sent, and the import that wrote it. */
interface KnownContent extends ReadingContent {
  readonly import?: number;
}

const toSent = ({ value, weight, interval, import: by = 0 }: KnownContent) => ({ value, weight, interval, import: by });

/** Returns whether an import is undone. Asks only if any of the readings is of an import. */
async function findUndone(
  stored: ReadonlyMap<string, KnownContent>,
  lists: Lists,
  readUndone: ReadUndoneImports,
): Promise<(organization: number, by: number | undefined) => boolean> {
  const isAny = [...stored.values()].some((one) => (one.import ?? 0) !== 0);
  if (!isAny) return () => false;
  const organizations = new Set(lists.flatMap((rows) => rows.map(({ row }) => row.organization as number)));
  const known = new Map(
    await Promise.all([...organizations].map(async (one) => [one, await readUndone(one)] as const)),
  );
  return (organization, by) => by !== undefined && known.get(organization)?.has(by) === true;
}

/** Cached knowledge of the store. */
export interface StoreCache {
  readonly ranges: KnownRanges;
  readonly lengths: KnownLengths;
  readonly recent: ContentCache;
}

type Lists = readonly (readonly KeyedRow[])[];

/**
 * Loads what the series' readings are compared with; overlapping ones begin up to a day earlier. A series not seen yet
 * is loaded for recent days only, unless older readings were sent.
 */
async function loadStoreCache(
  store: ReadingStore,
  { ranges, lengths }: StoreCache,
  lists: Lists,
  written: () => Promise<unknown>,
  now: Instant,
): Promise<void> {
  if (ranges.trim()) {
    lengths.clear();
    // The store must contain everything that the cleared cache knew.
    await written();
  }
  const [lately, ever] = [new Map<string, ReadingRow>(), new Map<string, ReadingRow>()];
  const since = now - recentMs;
  for (const rows of lists)
    for (const { row, series } of rows) {
      const from = row.at - maxIntervalMs;
      if (!ranges.isLoaded(series, from)) (from < since ? ever : lately).set(series, row);
    }
  if (lately.size + ever.size === 0) return;
  // No insert is awaited: readings being written are already in the known ranges.
  const look = async (series: readonly (readonly [string, ReadingRow])[], from: Instant) => {
    const rows = series.map(([, row]) => row);
    const spans = Map.groupBy(await store.rangesOf(rows, from), getSeriesKey);
    for (const [key] of series) {
      const found = spans.get(key) ?? [];
      const span = { from: Math.min(...found.map((one) => one.from)), to: Math.max(...found.map((one) => one.to)) };
      ranges.load(key, from, span);
      for (const { interval, ...one } of found)
        lengths.widen(key, { at: one.from, interval }, getReadingEnd({ at: one.to, interval }));
    }
  };
  const recent = [...lately].filter(([key]) => !ever.has(key));
  const parts = Array.from({ length: Math.ceil(recent.length / maxSeries) }, (_, part) =>
    recent.slice(part * maxSeries, (part + 1) * maxSeries),
  );
  // Full histories are loaded per site and metric, which is what each statement scans.
  const whole = Map.groupBy(ever, ([, { installation, metric }]) => `${installation} ${metric}`);
  await Promise.all([
    ...parts.map((part) => look(part, since)),
    ...[...whole.values()].map((part) => look(part, always)),
  ]);
}

async function storedContents(
  store: ReadingStore,
  ranges: KnownRanges,
  recent: ContentCache,
  lists: Lists,
  written: () => Promise<unknown>,
) {
  const contents = new Map<string, KnownContent>();
  // Unchanged readings, too, are acknowledged only once they are on disk.
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
      const spans = buildLookupSpans(rows);
      const found = await (spans.length > maxSpans ? store.contentsAt(head, rows) : store.contentsOf(head, spans));
      for (const one of found)
        contents.set(getPlacedIdentity(head.installation, one.device, { ...one, metric: head.metric }), one);
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
