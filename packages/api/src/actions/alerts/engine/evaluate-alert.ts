import {
  type AlertLogMetric,
  buildRule,
  type Episode,
  findLimit,
  getConditionType,
  type Peak,
  type Place,
  type PlaceSeries,
  type Rule,
  type Transition,
  toPlaceKey,
} from '@atrium/domain/actions/alerts';
import type { Clock, Instant } from '@atrium/domain/core';
import type { FindHolidays } from '../../../numbers/index.ts';
import type { MemberContacts } from '../../../people/access/index.ts';
import type { Links } from '../../../people/notifications/index.ts';
import type { Catalogues } from '../../../people/translations/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../../sites/index.ts';
import type { AlertEvent, PlacedAlertEvent, UsualAtPeak } from '../alert-event.ts';
import type { StoredAlert } from '../definitions/alert.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { reportAlertEvents } from '../report-event.ts';
import { type Correction, type Evaluation, evaluatePlace, findObservationStart } from './evaluate-place.ts';
import { findQuietReason } from './find-quiet-reason.ts';
import { type Firing, type FiringsStore, firingsStore } from './firings.store.ts';
import { notifyRecipients } from './notify-recipients.ts';
import type { Observe } from './observe.ts';
import type { PlannedEvaluation } from './plan-evaluation.ts';
import { watchedAlertsStore } from './watched-alerts.store.ts';

interface WriteContext {
  readonly store: FiringsStore;
  readonly rule: Rule;
  /** Id of the evaluated metric. */
  readonly metric: string;
  readonly now: Instant;
}

/** Firings that ended longer ago than this when detected send no notification, ms. They are logged. */
const maxNotifyDelayMs = 15 * 60_000;

/** Writes log entries, transitions and corrections of a place. Returns the events to notify about. */
async function writeEvaluation(writing: WriteContext, judged: Evaluation): Promise<readonly AlertEvent[]> {
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
  usual: toUsual(peak),
  endedBy: null,
  silentBecause: null,
});

/** Returns what was usual at the peak. Null if the rule does not compare with it. */
function toUsual(peak: Peak | null): UsualAtPeak | null {
  if (peak?.usual === undefined) return null;
  const { value, lower, upper } = peak.usual;
  return { value, lower, upper };
}

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

function buildMetrics(metric: string, rule: Rule, peak: Peak | null): readonly AlertLogMetric[] {
  const usual = toUsual(peak);
  return [
    {
      type: metric,
      threshold: findLimit(rule, peak),
      value: peak?.value ?? null,
      ...(usual !== null && { usual }),
    },
  ];
}

/**
 * Evaluates one alert at all its places. Writes its states, transitions, log entries and messages in one transaction. A
 * concurrent evaluation of the same alert waits for the lock and then finds nothing to do. Returns whether anything
 * changed.
 */
export async function evaluateAlert(
  dependencies: EvaluationDependencies,
  scope: Scope,
  site: Site,
  look: PlannedEvaluation,
  series: readonly PlaceSeries[],
  now: Instant,
): Promise<boolean> {
  // Holidays may be read first, which takes longer than a transaction should.
  const quiet = await findQuietReason(look.alert, site, dependencies.findHolidays, now);
  return dependencies.db.transaction(async (transaction) => {
    const alert = await alertsStore(transaction).hold(scope, look.alert.id);
    // The alert changed since it was read. That change triggers its own evaluation.
    if (alert === null || !alert.enabled || alert.revision !== look.alert.revision) return false;
    const { condition } = alert;
    const type = getConditionType(condition.type);
    const eventLimit = site.events.find(({ id }) => id === condition.eventId)?.stopngoLimit ?? null;
    const facts = { site: site.topology, eventLimit };
    const rule = buildRule(condition, facts);
    if (rule === null) return false;
    const news: PlacedAlertEvent[] = [];
    let hasChanged = false;
    for (const { place } of type.watches(condition, facts)) {
      const judged = await evaluateAt(transaction, { alert, rule, site, look, now, place, series });
      news.push(...judged.news.map((one) => ({ ...one, place: nameOf(site, place) })));
      hasChanged ||= judged.hasChanged;
    }
    await reportEvents(transaction, site, alert, type.metric(condition), news);
    if (news.length > 0) {
      const { links, contactsOf } = dependencies;
      const metric = type.metric(condition);
      const { timezone, currency } = site.topology;
      const texts = await dependencies.catalogues();
      const told = {
        ...{ alert: alert.name, site: site.fields.name, timezone, currency },
        ...{ metric, type: condition.type, severity: condition.severity, rule, texts },
      };
      const plannings = await alertsStore(transaction).plannings(scope);
      const members = await contactsOf(scope.organizationId);
      await notifyRecipients(transaction, { alert, site, told, plannings, members, links, now, quiet }, news);
    }
    return hasChanged;
  });
}

/** Reminders are for people. */
async function reportEvents(
  transaction: Database,
  site: Site,
  { id, name, condition: { severity } }: StoredAlert,
  metric: string,
  news: readonly PlacedAlertEvent[],
): Promise<void> {
  for (const { about, silentBecause, logId, value, place, begin, at, endedBy } of news)
    if (about !== 'reminder')
      await reportAlertEvents(transaction, about, [
        {
          organizationId: site.organizationId,
          installationId: site.id,
          alertId: id,
          alert: name,
          severity,
          logId,
          metric,
          value,
          place,
          begin,
          at,
          endedBy,
          isLate: silentBecause !== null,
        },
      ]);
}

interface At {
  readonly alert: StoredAlert;
  readonly rule: Rule;
  readonly site: Site;
  readonly look: PlannedEvaluation;
  readonly now: Instant;
  readonly place: Place;
  readonly series: readonly PlaceSeries[];
}

async function evaluateAt(transaction: Database, { alert, rule, site, look, now, place, series }: At) {
  const store = watchedAlertsStore(transaction);
  const key = toPlaceKey(place);
  const held = await store.hold(alert.id, key);
  const known = held?.revision === alert.revision ? held : null;
  // Another worker evaluated the alert in the meantime, and continuing would need more readings. The next evaluation
  // reads them.
  if (look.isRead && findObservationStart(known, look) < look.from) return { news: [], hasChanged: false };
  const observations = series.find((one) => toPlaceKey(one.place) === key)?.observations ?? [];
  const judged = evaluatePlace(known, observations, { ...look, rule, now });
  const metric = getConditionType(alert.condition.type).metric(alert.condition);
  const writing = {
    store: firingsStore(transaction, {
      organizationId: site.organizationId,
      installationId: site.id,
      alertId: alert.id,
      place: key,
      conditionType: alert.condition.type,
      severity: alert.condition.severity,
      ...toPlaceIds(alert, place),
    }),
    rule,
    metric,
    now,
  };
  const news = await writeEvaluation(writing, judged);
  const { state, checkpoints } = judged;
  await store.keep({ alertId: alert.id, place: key, revision: alert.revision, state, checkpoints });
  return { news, hasChanged: judged.again !== null || judged.transitions.length > 0 || known === null };
}

/** Returns the ids of the place for a log entry. */
function toPlaceIds({ condition }: StoredAlert, { kind, id }: Place) {
  return {
    zoneId: kind === 'zone' ? id : condition.zoneId,
    passageId: kind === 'passage' ? id : null,
    deviceId: kind === 'device' ? id : null,
  };
}

function nameOf({ topology, fields }: Site, { kind, id }: Place): string {
  const named = { zone: topology.zones, passage: topology.passages, device: topology.devices, site: [] }[kind];
  return named.find((one) => one.id === id)?.name ?? fields.name;
}

export interface EvaluationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly observe: Observe;
  readonly contactsOf: (organizationId: Scope['organizationId']) => Promise<readonly MemberContacts[]>;
  readonly links: Links;
  readonly catalogues: () => Promise<Catalogues>;
  readonly findHolidays: FindHolidays;
}
