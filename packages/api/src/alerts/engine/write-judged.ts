import {
  type AlertLogMetric,
  boundOf,
  type Episode,
  type Peak,
  type Rule,
  type Transition,
} from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import type { News } from '../news.ts';
import type { Firing, FiringsStore } from './firings.store.ts';
import type { Again, Judged } from './judge-place.ts';

export interface Writing {
  readonly store: FiringsStore;
  readonly rule: Rule;
  /** Id of the evaluated metric. */
  readonly metric: string;
  readonly now: Instant;
}

/** Firings that ended longer ago than this when detected send no notification, ms. They are logged. */
const toldWithin = 15 * 60_000;

/** Writes log entries, transitions and corrections of a place. Returns the events to notify about. */
export async function writeJudged(writing: Writing, judged: Judged): Promise<readonly News[]> {
  if (judged.again !== null) return correct(writing, judged.again);
  const news: News[] = [];
  let open = judged.transitions.length + judged.reminders.length === 0 ? null : await writing.store.current();
  for (const transition of judged.transitions) {
    const passed = await pass(writing, transition, open);
    open = passed.open;
    if (passed.news !== null) news.push(passed.news);
  }
  for (const at of judged.reminders) {
    if (open === null) continue;
    await writing.store.reminded(at, writing.now, open.id);
    news.push({ ...newsOf(open, at, judged.state.peak), about: 'reminder' });
  }
  await keepPeak(writing, judged);
  return withoutWhatIsOver(news, writing.now);
}

async function pass(
  { store, rule, metric, now }: Writing,
  transition: Transition,
  before: Firing | null,
): Promise<{ readonly open: Firing | null; readonly news: News | null }> {
  const { at, effect, peak } = transition;
  if (effect === 'opened') {
    const open = await store.open(at, null, metricsOf(metric, rule, peak));
    await store.passed(transition, now, open.id);
    const silentBecause = transition.beganBeyond ? ('beganBeyond' as const) : null;
    return { open, news: { ...newsOf(open, at, peak), silentBecause } };
  }
  await store.passed(transition, now, before?.id ?? null);
  if (before === null) return { open: null, news: null };
  if (effect !== null) {
    await store.change(before.id, { begin: before.begin, end: at }, effect, metricsOf(metric, rule, peak));
    return { open: null, news: { ...newsOf(before, at, peak), about: 'ended', endedBy: effect } };
  }
  return { open: before, news: transition.to === 'stale' ? { ...newsOf(before, at, peak), about: 'silent' } : null };
}

const newsOf = ({ id, begin }: Firing, at: Instant, peak: Peak | null): News => ({
  about: 'opened',
  logId: id,
  at,
  begin,
  value: peak?.value ?? null,
  endedBy: null,
  silentBecause: null,
});

/** While a firing is open, its entry shows the peak so far. */
async function keepPeak({ store, rule, metric }: Writing, { state }: Judged): Promise<void> {
  if (state.openedAt === null || state.peak === null) return;
  const open = await store.current();
  if (open !== null) await store.change(open.id, open, null, metricsOf(metric, rule, state.peak));
}

/**
 * Marks events as late if they began and ended a while ago, for example during an outage. They send no notification.
 */
function withoutWhatIsOver(news: readonly News[], now: Instant): readonly News[] {
  const over = new Set(
    news.filter(({ about, at }) => about === 'ended' && now - at > toldWithin).map(({ logId }) => logId),
  );
  const isOver = ({ logId }: News) =>
    over.has(logId) && news.some((one) => one.logId === logId && one.about === 'opened');
  return news.map((one) => (one.silentBecause === null && isOver(one) ? { ...one, silentBecause: 'late' } : one));
}

/** Corrects the log after late readings: moves, adds and removes entries. Sent notifications are never recalled. */
async function correct(writing: Writing, { since, episodes, isKnownBefore }: Again): Promise<readonly News[]> {
  const { store, now } = writing;
  const { matched, left } = matchUp(await store.since(since), episodes);
  for (const entry of left) {
    if (entry.begin < since && (entry.end !== null || !isKnownBefore)) continue;
    await store.remove(entry.id);
    await store.corrected(null, timesOf(entry), null, now);
  }
  // Two entries may swap their start times, which are unique.
  for (const { entry, episode } of matched)
    if (entry !== null && beginOf(entry, episode, since) !== entry.begin) await store.moveAside(entry.id);
  const news: News[] = [];
  for (const { entry, episode } of matched) {
    if (entry === null) news.push(await added(writing, episode));
    else news.push(...(await changed(writing, entry, episode, since)));
  }
  return news;
}

interface Match {
  /** Null: not in the log yet. */
  readonly entry: Firing | null;
  readonly episode: Episode;
}

/** Matches log entries with episodes: by the same start, otherwise by overlap. */
function matchUp(entries: readonly Firing[], episodes: readonly Episode[]) {
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
const beginOf = (entry: Firing, episode: Episode, since: Instant) =>
  entry.begin < since ? entry.begin : episode.begin;

async function added({ store, rule, metric, now }: Writing, episode: Episode): Promise<News> {
  const { begin, end, endedBy, peak } = episode;
  const opened = await store.open(begin, end, metricsOf(metric, rule, peak));
  if (end !== null) await store.change(opened.id, { begin, end }, endedBy, null);
  await store.corrected(opened.id, null, { begin, end }, now);
  const silentBecause = episode.beganBeyond ? 'beganBeyond' : end === null ? null : 'late';
  return { ...newsOf(opened, begin, peak), silentBecause };
}

async function changed(
  { store, rule, metric, now }: Writing,
  entry: Firing,
  episode: Episode,
  since: Instant,
): Promise<readonly News[]> {
  const { end, endedBy, peak } = episode;
  const begin = beginOf(entry, episode, since);
  await store.change(entry.id, { begin, end }, endedBy, metricsOf(metric, rule, peak));
  if (begin !== entry.begin || end !== entry.end) await store.corrected(entry.id, timesOf(entry), { begin, end }, now);
  return entry.end === null && end !== null ? [{ ...newsOf(entry, end, peak), about: 'ended', endedBy }] : [];
}

const timesOf = ({ begin, end }: Firing) => ({ begin, end });

const touches = (entry: Firing, episode: Episode) =>
  entry.begin <= (episode.end ?? Number.POSITIVE_INFINITY) && (entry.end ?? Number.POSITIVE_INFINITY) >= episode.begin;

function metricsOf(metric: string, { fires }: Rule, peak: Peak | null): readonly AlertLogMetric[] {
  const value = peak?.value ?? null;
  return [{ type: metric, threshold: value === null ? (fires.max ?? fires.min) : boundOf(value, fires), value }];
}
