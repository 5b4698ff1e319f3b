import {
  dayOf,
  type Instant,
  id,
  instantOfWall,
  type Span,
  type Weekday,
  wallAt,
  wallOf,
  weekdayOf,
  type ZoneId,
} from '@atrium/domain/core';
import {
  type Answer,
  type AnswerBucket,
  type Comfort,
  comfortOf,
  countsPeople,
  groupsOfAnswer,
  type OverviewQueries,
  overviewGrain,
  sectionEventOf,
  sectionsOf,
  valuesOfAnswer,
  worstComfort,
} from '@atrium/domain/dashboards';
import { type ComfortMetric, comfortMetrics, dayRange } from '@atrium/domain/measurements';
import {
  calendarOfAnswer,
  closedSpans,
  type OpeningCalendar,
  type OpenState,
  openSpans,
  openState,
} from '@atrium/domain/sites';
import { courseReader, type Named } from '../../answers/index.ts';
import type { OverviewSitesQuery } from './operations.generated.ts';

/** A site of the overview, before its numbers. */
export interface OverviewSite {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly city: string | null;
  readonly calendar: OpeningCalendar;
  /** Zones without a parent; together they are the site. */
  readonly topZoneIds: readonly ZoneId[];
  /** Sum of the top zones' limits; null if any has none. */
  readonly limit: number | null;
  /** People counters at its outer doors. */
  readonly counterIds: readonly number[];
  /** Whether it has meters now. */
  readonly hasEnergy: boolean;
}

/** kWh used so far today, and the usual amount by now; null if unknown. */
export interface SiteEnergy {
  readonly used: number | null;
  readonly usual: number | null;
  /** The comparable part of `used`. */
  readonly compared: number | null;
}

/** Numbers of a row; null if unknown. */
export interface SiteNumbers {
  readonly entries: number | null;
  readonly usualEntries: number | null;
  /** The comparable part of the entries. */
  readonly comparedEntries: number | null;
  /** People inside by quarter hour. */
  readonly curve: readonly AnswerBucket[];
}

export interface SiteDay {
  readonly open: OpenState;
  /** Time range shared by all rows, in this site's time zone. */
  readonly span: Span;
  readonly closed: readonly Span[];
  readonly weekday: Weekday;
  /** Closed on this date, regardless of the weekday. */
  readonly isHoliday: boolean;
}

type Installation = OverviewSitesQuery['allInstallations'][number];

/** C08: returns the sites where people are counted now, by name. */
export function overviewSites(
  installations: readonly Installation[],
  now: Instant,
  locale: string,
): readonly OverviewSite[] {
  return installations
    .filter((site) => countsPeople(site.events.map(sectionEventOf), now))
    .map((site) => siteOf(site, now))
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
}

function siteOf(site: Installation, now: Instant): OverviewSite {
  const tops = site.zones.filter((zone) => zone.parentIds.length === 0 && !zone.isDisabled);
  return {
    id: site.id,
    organizationId: site.organizationId,
    name: site.name,
    city: site.city,
    calendar: calendarOfAnswer(site),
    topZoneIds: tops.map((zone) => id<ZoneId>(zone.id)),
    limit:
      tops.length > 0 && tops.every((zone) => zone.limit !== null)
        ? tops.reduce((sum, zone) => sum + (zone.limit ?? 0), 0)
        : null,
    counterIds: site.outerPadIds,
    hasEnergy: sectionsOf(site.events.map(sectionEventOf), now).has('energy'),
  };
}

/**
 * Returns the whole hours that contain every site's opening hours today, plus an hour on each side; the whole day if a
 * site never closes.
 */
export function sharedHours(
  sites: readonly OverviewSite[],
  now: Instant,
): { readonly from: number; readonly to: number } {
  const edges = sites.flatMap(({ calendar }) =>
    openSpans(calendar, dayOf(calendar, now)).map((span) => {
      const midnight = wallOf(dayOf(calendar, now), 0);
      return {
        from: (wallAt(calendar.timezone, span.from) - midnight) / msPerHour,
        to: (wallAt(calendar.timezone, span.to) - midnight) / msPerHour,
      };
    }),
  );
  if (edges.length === 0) return { from: 6, to: 23 };
  return {
    from: Math.max(0, Math.floor(Math.min(...edges.map((edge) => edge.from))) - 1),
    to: Math.min(26, Math.ceil(Math.max(...edges.map((edge) => edge.to))) + 1),
  };
}

export function siteDay(
  { calendar }: OverviewSite,
  hours: { readonly from: number; readonly to: number },
  now: Instant,
): SiteDay {
  const day = dayOf(calendar, now);
  const span = {
    from: instantOfWall(calendar.timezone, wallOf(day, hours.from * 60)),
    to: instantOfWall(calendar.timezone, wallOf(day, hours.to * 60)),
  };
  return {
    open: openState(calendar, now),
    span,
    closed: closedSpans([calendar], span),
    weekday: weekdayOf(day),
    isHoliday: calendar.closedDates.includes(day),
  };
}

/** Extracts a site's numbers from the answers for all sites. Sums its top zones; unknown if any of them is. */
export function numbersOf(site: OverviewSite, answers: Named<keyof OverviewQueries>, now: Instant): SiteNumbers {
  const entries = valuesOf(answers.entries ?? noAnswer);
  const keys = site.topZoneIds.map(String);
  let curve: readonly AnswerBucket[] | null = null;
  return {
    entries: sum(keys.map((key) => known(entries.get(key)?.point))),
    usualEntries: sum(keys.map((key) => entries.get(key)?.usual ?? null)),
    comparedEntries: sum(keys.map((key) => entries.get(key)?.compared ?? null)),
    // Lazy, because only visible rows need it: with hundreds of sites it dominates the render time.
    get curve() {
      curve ??= curveOf(site, answers, now);
      return curve;
    },
  };
}

function curveOf(site: OverviewSite, answers: Named<keyof OverviewQueries>, now: Instant): readonly AnswerBucket[] {
  const curves = groupsOf(answers.inside ?? noAnswer);
  const expected = groupsOf(answers.insideExpected ?? noAnswer);
  const today = dayOf(site.calendar, now);
  const reader = courseReader(site.calendar, 'USUAL', now);
  const course = (key: string) =>
    reader(curves.get(key) ?? noAnswer, expected.get(key) ?? noAnswer, overviewGrain, [dayRange(today, today)]);
  return addCurves(site.topZoneIds.map(String).map(course));
}

/** Returns a site's comfort during today's opening hours: that of its worst zone and worst measure. */
export function comfortOfSite(site: OverviewSite, answers: Named<ComfortMetric>): Comfort | null {
  const scores = comfortMetrics.map((metric) => [metric, valuesOf(answers[metric] ?? noAnswer)] as const);
  return worstComfort(
    site.topZoneIds.map((id) =>
      comfortOf(new Map(scores.map(([metric, values]) => [metric, known(values.get(String(id))?.point)]))),
    ),
  );
}

/** Extracts a site's energy from the answer for all sites with meters. */
export function energyOf(site: OverviewSite, { energy }: Named<'energy'>): SiteEnergy {
  const values = valuesOf(energy ?? noAnswer);
  const keys = site.topZoneIds.map(String);
  return {
    used: sum(keys.map((key) => known(values.get(key)?.point))),
    usual: sum(keys.map((key) => values.get(key)?.usual ?? null)),
    compared: sum(keys.map((key) => values.get(key)?.compared ?? null)),
  };
}

const noAnswer: Answer = { data: [], comparison: null };

/** Caches what is read from an answer, because every site looks up its values in the same answer. */
function once<Read>(read: (answer: Answer) => Read): (answer: Answer) => Read {
  const done = new WeakMap<Answer, Read>();
  return (answer) => {
    const known = done.get(answer) ?? read(answer);
    done.set(answer, known);
    return known;
  };
}
const valuesOf = once(valuesOfAnswer);
const groupsOf = once(groupsOfAnswer);

function addCurves(curves: readonly (readonly AnswerBucket[])[]): readonly AnswerBucket[] {
  const [first = [], ...more] = curves;
  if (more.length === 0) return first;
  return first.map((bucket): AnswerBucket => {
    const same = [bucket, ...more.flatMap((curve) => curve.find((other) => other.from === bucket.from) ?? [])];
    const value = sum(same.map((each) => known(each.point ?? undefined)));
    return {
      ...bucket,
      point: value === null ? bucket.point && { state: 'missing' } : { state: 'known', value, partial: false },
      usual: sum(same.map((each) => each.usual)),
    };
  });
}

function known(point: AnswerBucket['point'] | undefined): number | null {
  return point?.state === 'known' ? point.value : null;
}

/** Returns null if any part is unknown, because a smaller number would mislead. */
function sum(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

const msPerHour = 3_600_000;
