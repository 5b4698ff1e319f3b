import {
  type AlertLogMetric,
  type Episode,
  findBound,
  type Peak,
  type Rule,
  type Transition,
} from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import type { AlertEvent } from '../alert-event.ts';
import type { Correction, Evaluation } from './evaluate-place.ts';
import type { Firing, FiringsStore } from './firings.store.ts';

export interface WriteContext {
  readonly store: FiringsStore;
  readonly rule: Rule;
  /** Id of the evaluated metric. */
  readonly metric: string;
  readonly now: Instant;
}

/** Firings that ended longer ago than this when detected send no notification, ms. They are logged. */
const maxNotifyDelayMs = 15 * 60_000;

/** Writes log entries, transitions and corrections of a place. Returns the events to notify about. */
export async function writeEvaluation(writing: WriteContext, judged: Evaluation): Promise<readonly AlertEvent[]> {
  if (judged.again !== null) return correctLog(writing, judged.again);
  const news: AlertEvent[] = [];
  let open = judged.transitions.length + judged.reminders.length === 0 ? null : await writing.store.current();
  for (const transition of judged.transitions) {
    const passed = await writeTransition(writing, transition, open);
    open = passed.open;
    if (passed.news !== null) news.push(passed.news);
  }
  for (const at of judged.reminders) {
    if (open === null) continue;
    await writing.store.reminded(at, writing.now, open.id);
    news.push({ ...buildEvent(open, at, judged.state.peak), about: 'reminder' });
  }
  await updatePeak(writing, judged);
  return markLate(news, writing.now);
}

async function writeTransition(
  { store, rule, metric, now }: WriteContext,
  transition: Transition,
  before: Firing | null,
): Promise<{ readonly open: Firing | null; readonly news: AlertEvent | null }> {
  const { at, effect, peak } = transition;
  if (effect === 'opened') {
    const open = await store.open(at, null, buildMetrics(metric, rule, peak));
    await store.passed(transition, now, open.id);
    const silentBecause = transition.beganBeyond ? ('beganBeyond' as const) : null;
    return { open, news: { ...buildEvent(open, at, peak), silentBecause } };
  }
  await store.passed(transition, now, before?.id ?? null);
  if (before === null) return { open: null, news: null };
  if (effect !== null) {
    await store.change(before.id, { begin: before.begin, end: at }, effect, buildMetrics(metric, rule, peak));
    return { open: null, news: { ...buildEvent(before, at, peak), about: 'ended', endedBy: effect } };
  }
  return {
    open: before,
    news: transition.to === 'stale' ? { ...buildEvent(before, at, peak), about: 'silent' } : null,
  };
}

const buildEvent = ({ id, begin }: Firing, at: Instant, peak: Peak | null): AlertEvent => ({
  about: 'opened',
  logId: id,
  at,
  begin,
  value: peak?.value ?? null,
  endedBy: null,
  silentBecause: null,
});

/** While a firing is open, its entry shows the peak so far. */
async function updatePeak({ store, rule, metric }: WriteContext, { state }: Evaluation): Promise<void> {
  if (state.openedAt === null || state.peak === null) return;
  const open = await store.current();
  if (open !== null) await store.change(open.id, open, null, buildMetrics(metric, rule, state.peak));
}

/**
 * Marks events as late if they began and ended a while ago, for example during an outage. They send no notification.
 */
function markLate(news: readonly AlertEvent[], now: Instant): readonly AlertEvent[] {
  const over = new Set(
    news.filter(({ about, at }) => about === 'ended' && now - at > maxNotifyDelayMs).map(({ logId }) => logId),
  );
  const isOver = ({ logId }: AlertEvent) =>
    over.has(logId) && news.some((one) => one.logId === logId && one.about === 'opened');
  return news.map((one) => (one.silentBecause === null && isOver(one) ? { ...one, silentBecause: 'late' } : one));
}

/** Corrects the log after late readings: moves, adds and removes entries. Sent notifications are never recalled. */
async function correctLog(
  writing: WriteContext,
  { since, episodes, isKnownBefore }: Correction,
): Promise<readonly AlertEvent[]> {
  const { store, now } = writing;
  const { matched, left } = matchEntries(await store.since(since), episodes);
  for (const entry of left) {
    if (entry.begin < since && (entry.end !== null || !isKnownBefore)) continue;
    await store.remove(entry.id);
    await store.corrected(null, timesOf(entry), null, now);
  }
  // Two entries may swap their start times, which are unique.
  for (const { entry, episode } of matched)
    if (entry !== null && findBegin(entry, episode, since) !== entry.begin) await store.moveAside(entry.id);
  const news: AlertEvent[] = [];
  for (const { entry, episode } of matched) {
    if (entry === null) news.push(await addEntry(writing, episode));
    else news.push(...(await updateEntry(writing, entry, episode, since)));
  }
  return news;
}

interface Match {
  /** Null: not in the log yet. */
  readonly entry: Firing | null;
  readonly episode: Episode;
}

/** Matches log entries with episodes: by the same start, otherwise by overlap. */
function matchEntries(entries: readonly Firing[], episodes: readonly Episode[]) {
  const left = [...entries];
  const take = (is: (entry: Firing) => boolean): Firing | null => {
    const index = left.findIndex(is);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
  const exact = episodes.map((episode) => take(({ begin }) => begin === episode.begin));
  const matched = episodes.map(
    (episode, at): Match => ({ episode, entry: exact[at] ?? take((entry) => touches(entry, episode)) }),
  );
  return { matched, left };
}

/** Returns the start of an entry. One before the re-evaluated period keeps the start in the log. */
const findBegin = (entry: Firing, episode: Episode, since: Instant) =>
  entry.begin < since ? entry.begin : episode.begin;

async function addEntry({ store, rule, metric, now }: WriteContext, episode: Episode): Promise<AlertEvent> {
  const { begin, end, endedBy, peak } = episode;
  const opened = await store.open(begin, end, buildMetrics(metric, rule, peak));
  if (end !== null) await store.change(opened.id, { begin, end }, endedBy, null);
  await store.corrected(opened.id, null, { begin, end }, now);
  const silentBecause = episode.beganBeyond ? 'beganBeyond' : end === null ? null : 'late';
  return { ...buildEvent(opened, begin, peak), silentBecause };
}

async function updateEntry(
  { store, rule, metric, now }: WriteContext,
  entry: Firing,
  episode: Episode,
  since: Instant,
): Promise<readonly AlertEvent[]> {
  const { end, endedBy, peak } = episode;
  const begin = findBegin(entry, episode, since);
  await store.change(entry.id, { begin, end }, endedBy, buildMetrics(metric, rule, peak));
  if (begin !== entry.begin || end !== entry.end) await store.corrected(entry.id, timesOf(entry), { begin, end }, now);
  return entry.end === null && end !== null ? [{ ...buildEvent(entry, end, peak), about: 'ended', endedBy }] : [];
}

const timesOf = ({ begin, end }: Firing) => ({ begin, end });

const touches = (entry: Firing, episode: Episode) =>
  entry.begin <= (episode.end ?? Number.POSITIVE_INFINITY) && (entry.end ?? Number.POSITIVE_INFINITY) >= episode.begin;

function buildMetrics(metric: string, { fires }: Rule, peak: Peak | null): readonly AlertLogMetric[] {
  const value = peak?.value ?? null;
  return [{ type: metric, threshold: value === null ? (fires.max ?? fires.min) : findBound(value, fires), value }];
}
