import {
  type AlertCondition,
  type BackTest,
  backTest,
  type Firing,
  getConditionType,
  type Observation,
  type Place,
  type PlaceSeries,
  type SiteFacts,
  toPlaceKey,
} from '@atrium/domain/actions/alerts';
import {
  addDays,
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  type Span,
  toDaySpan,
  toSiteDay,
} from '@atrium/domain/core';
import type { ExpectedReason } from '@atrium/domain/numbers';
import type { AnswerQueries } from '../../../numbers/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../../sites/index.ts';
import type { Observe } from '../engine/observe.ts';
import { type AlertPoint, toAlertPoint } from '../engine/to-observations.ts';
import { parseCondition, type WrittenCondition } from './check-alert.ts';
import { type AlertExpectation, readExpectation } from './read-expectation.ts';

export interface PreviewReads {
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly answerQueries: AnswerQueries;
}

/** A day of the preview's chart, at the place with the most firings. */
export interface PreviewDay {
  readonly day: LocalDate;
  readonly span: Span;
  readonly place: Place;
  /** One per interval of the day. Null: unknown, or the rule was off. */
  readonly points: readonly AlertPoint[];
}

/** Minimum and maximum of the known values of an hour. */
export interface PreviewHour {
  readonly at: Instant;
  readonly least: number;
  readonly most: number;
}

export interface AlertPreview extends BackTest {
  readonly span: Span;
  readonly site: Site;
  readonly metric: string;
  readonly days: readonly PreviewDay[];
  /**
   * Hours at the place with the most firings, oldest first. Hours without known values, or with the rule off, are
   * omitted.
   */
  readonly course: readonly PreviewHour[];
  /** What is expected now. Null for conditions that do not compare with it. */
  readonly expectation: AlertExpectation | null;
  /** Days on which nothing was compared, oldest first. */
  readonly uncompared: readonly UncomparedDay[];
}

/** A day on which nothing was compared with what is expected, and why. */
export interface UncomparedDay {
  readonly day: LocalDate;
  readonly reason: ExpectedReason;
  /** Name of the holiday or event. */
  readonly name: string | null;
}

export const maxPreviewDays = 35;
/** Number of days shown as charts. */
export const maxChartDays = 3;

/** Runs a condition over the last days of its site, with the engine's own step. */
export async function previewAlert(
  { sites, clock, observe, answerQueries }: PreviewReads,
  scope: Scope,
  written: WrittenCondition,
  days: number,
  signal?: AbortSignal,
): Promise<Result<AlertPreview, Failure>> {
  if (!Number.isInteger(days) || days < 1 || days > maxPreviewDays)
    return err(failure('BAD_INPUT', `days takes 1 to ${maxPreviewDays}`, 'input.days'));
  const site = (await sites.snapshot(scope)).sites.get(written.installationId as InstallationId);
  if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'condition.installationId'));
  const read = parseCondition(written, site);
  if (!read.ok) return read;
  const condition = read.value;
  const span = findLastDays(site, clock.now(), days);
  const facts = buildFacts(site, condition);
  const [observed] = await observe(scope, [{ site, condition, span }], signal);
  if (observed === undefined) throw new Error('what was asked for was not observed');
  if (!observed.ok) return observed;
  const tried = backTest(observed.value, condition, facts, site.topology, span);
  if (tried === null)
    return err(failure('BAD_INPUT', 'The event has no limit of people to judge by', 'condition.eventId'));
  const metric = getConditionType(condition.type).metric(condition);
  return ok({
    ...tried,
    span,
    site,
    metric,
    days: selectDays(tried.firings, observed.value, site),
    course: buildHours(tried.firings, observed.value),
    expectation: await readExpectation(answerQueries, scope, site, condition, clock.now(), signal),
    uncompared: listUncompared(observed.value, site),
  });
}

/** Returns the last whole days of the site, and today so far. */
function findLastDays({ topology }: Site, now: Instant, days: number): Span {
  return { from: toDaySpan(topology, addDays(toSiteDay(topology, now), -days)).from, to: now };
}

function buildFacts({ topology, events }: Site, { eventId }: AlertCondition): SiteFacts {
  return { site: topology, eventLimit: events.find(({ id }) => id === eventId)?.stopngoLimit ?? null };
}

/** Returns the days of which nothing was compared, apart from the time before opening and the first hour. */
function listUncompared(series: readonly PlaceSeries[], { topology }: Site): readonly UncomparedDay[] {
  const days = new Map<LocalDate, UncomparedDay | null>();
  for (const seen of series.flatMap(({ observations }) => observations)) {
    const day = toSiteDay(topology, seen.from);
    if (seen.kind !== 'closed') days.set(day, null);
    else if (seen.because !== undefined && seen.because !== 'firstHour' && !days.has(day))
      days.set(day, { day, reason: seen.because, name: seen.name ?? null });
  }
  return [...days.values()].filter((day) => day !== null);
}

const hour = 3_600_000;

/** Returns the hours at the place that fired most often, or else the first place. */
function buildHours(
  firings: readonly Firing[],
  series: readonly { readonly place: Place; readonly observations: readonly Observation[] }[],
): readonly PreviewHour[] {
  const times = Map.groupBy(firings, ({ place }) => toPlaceKey(place));
  const [shown] = series.toSorted(
    (one, other) => (times.get(toPlaceKey(other.place))?.length ?? 0) - (times.get(toPlaceKey(one.place))?.length ?? 0),
  );
  const hours = new Map<Instant, PreviewHour>();
  for (const seen of shown?.observations ?? []) {
    if (seen.kind !== 'known') continue;
    const at = Math.floor(seen.from / hour) * hour;
    const { least, most } = hours.get(at) ?? { least: seen.value, most: seen.value };
    hours.set(at, { at, least: Math.min(least, seen.value), most: Math.max(most, seen.value) });
  }
  return [...hours.values()];
}

/** Returns the days with the most firings, each at its busiest place. */
function selectDays(
  firings: readonly Firing[],
  series: readonly { readonly place: Place; readonly observations: readonly Observation[] }[],
  { topology }: Site,
): readonly PreviewDay[] {
  return findBusiestDays(firings).flatMap(({ day, of }) => {
    const span = toDaySpan(topology, day);
    const observed = series.find(({ place }) => toPlaceKey(place) === of);
    if (observed === undefined) return [];
    const points = observed.observations.filter(({ from }) => from >= span.from && from < span.to).map(toAlertPoint);
    return [{ day, span, place: observed.place, points }];
  });
}

function findBusiestDays(firings: readonly Firing[]): readonly { readonly day: LocalDate; readonly of: string }[] {
  const byDay = [...Map.groupBy(firings, ({ day }) => day)];
  return byDay
    .sort(([a, many], [b, more]) => more.length - many.length || a.localeCompare(b))
    .slice(0, maxChartDays)
    .map(([day, fired]) => {
      const places = [...Map.groupBy(fired, ({ place }) => toPlaceKey(place))].sort(
        ([, a], [, b]) => b.length - a.length,
      );
      return { day, of: places[0]?.[0] ?? '' };
    })
    .sort((a, b) => a.day.localeCompare(b.day));
}
