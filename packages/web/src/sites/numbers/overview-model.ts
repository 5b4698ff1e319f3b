import {
  dateToWall,
  getWeekday,
  type Instant,
  id,
  instantToWall,
  type Span,
  toSiteDay,
  type Weekday,
  wallToInstant,
  type ZoneId,
} from '@atrium/domain/core';
import { formatWeekday } from '@atrium/domain/core/format';
import {
  type ComfortMetric,
  type Coverage,
  comfortMetrics,
  findMetric,
  type Metric,
  toDayRange,
  type UsualRange,
} from '@atrium/domain/numbers';
import {
  type Answer,
  type AnswerBucket,
  type Comfort,
  computeComfort,
  countsPeople,
  getAnswerGroups,
  getAnswerPoints,
  getAnswerValues,
  getWorstComfort,
  listSections,
  type OverviewQueries,
  overviewGranularity,
  toSectionEvent,
} from '@atrium/domain/pages';
import {
  getOpenState,
  listClosedSpans,
  listOpenSpans,
  listOutline,
  type OpeningCalendar,
  type OpenState,
  toCalendar,
} from '@atrium/domain/sites';
import type { Translate } from '../../i18n/index.ts';
import { createSeriesReader, type Named } from '../../numbers/answers/index.ts';
import type { OverviewSitesQuery } from './operations.generated.ts';

/** A site of the overview, before its numbers. */
export interface OverviewSite {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly city: string | null;
  readonly calendar: OpeningCalendar;
  /** The zones whose union is the site. */
  readonly topZoneIds: readonly ZoneId[];
  /** Sum of the top zones' limits; null if any has none. */
  readonly limit: number | null;
  /** People counters at its outer doors. */
  readonly counterIds: readonly number[];
  /** Parents of each zone. */
  readonly parentIds: ReadonlyMap<number, readonly number[]>;
  /** Whether it has meters now. */
  readonly hasEnergy: boolean;
}

/** kWh used so far today, and the usual amount by now; null if unknown. */
export interface SiteEnergy {
  readonly used: number | null;
  readonly usual: number | null;
  /** Null without one. */
  readonly range: UsualRange | null;
  /** kWh of the usual whole day; null if unknown. */
  readonly usualDay: number | null;
  /** Whether more than a tenth of what its meters should report is missing. */
  readonly isSilent: boolean;
}

/** Numbers of a row; null if unknown. */
export interface SiteNumbers {
  readonly entries: number | null;
  readonly usualEntries: number | null;
  /** Range of the usual entries; null without one. */
  readonly entriesRange: UsualRange | null;
  /** Entries of the four earlier weekdays, by which sites are weighed. */
  readonly usualDay: number | null;
  /** Number of days that the usual entries are the mean of; null for an expected value. */
  readonly entriesTimes: number | null;
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

/** C08: returns the sites where people are counted now, sorted by name. */
export function buildOverviewSites(
  installations: readonly Installation[],
  now: Instant,
  locale: string,
): readonly OverviewSite[] {
  return installations
    .filter((site) => countsPeople(site.events.map(toSectionEvent), now))
    .map((site) => siteOf(site, now))
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
}

function siteOf(site: Installation, now: Instant): OverviewSite {
  const tops = listOutline(site.zones);
  return {
    id: site.id,
    organizationId: site.organizationId,
    name: site.name,
    city: site.city,
    calendar: toCalendar(site),
    topZoneIds: tops.map((zone) => id<ZoneId>(zone.id)),
    limit:
      tops.length > 0 && tops.every((zone) => zone.limit !== null)
        ? tops.reduce((sum, zone) => sum + (zone.limit ?? 0), 0)
        : null,
    counterIds: site.outerPadIds,
    parentIds: new Map(site.zones.map((zone) => [zone.id, zone.parentIds])),
    hasEnergy: listSections(site.events.map(toSectionEvent), now).has('energy'),
  };
}

/**
 * Returns the whole hours that contain every site's opening hours today, plus an hour on each side; the whole day if a
 * site never closes.
 */
export function findSharedHours(
  sites: readonly OverviewSite[],
  now: Instant,
): { readonly from: number; readonly to: number } {
  const edges = sites.flatMap(({ calendar }) =>
    listOpenSpans(calendar, toSiteDay(calendar, now)).map((span) => {
      const midnight = dateToWall(toSiteDay(calendar, now), 0);
      return {
        from: (instantToWall(calendar.timezone, span.from) - midnight) / msPerHour,
        to: (instantToWall(calendar.timezone, span.to) - midnight) / msPerHour,
      };
    }),
  );
  if (edges.length === 0) return { from: 6, to: 23 };
  return {
    from: Math.max(0, Math.floor(Math.min(...edges.map((edge) => edge.from))) - 1),
    to: Math.min(26, Math.ceil(Math.max(...edges.map((edge) => edge.to))) + 1),
  };
}

export function buildSiteDay(
  { calendar }: OverviewSite,
  hours: { readonly from: number; readonly to: number },
  now: Instant,
): SiteDay {
  const day = toSiteDay(calendar, now);
  const span = {
    from: wallToInstant(calendar.timezone, dateToWall(day, hours.from * 60)),
    to: wallToInstant(calendar.timezone, dateToWall(day, hours.to * 60)),
  };
  return {
    open: getOpenState(calendar, now),
    span,
    closed: listClosedSpans([calendar], span),
    weekday: getWeekday(day),
    isHoliday: calendar.closedDates.includes(day),
  };
}

/** Extracts a site's numbers from the answers for all sites. */
export function extractNumbers(site: OverviewSite, answers: Named<keyof OverviewQueries>, now: Instant): SiteNumbers {
  const entries = entriesOf(answers.entries ?? noAnswer);
  const own = entries.get(String(site.id));
  let curve: readonly AnswerBucket[] | null = null;
  return {
    entries: known(own?.point),
    usualEntries: own?.usual ?? null,
    entriesRange: own?.range ?? null,
    usualDay: known(pointsOf(answers.usualDay ?? noAnswer).get(String(site.id))),
    entriesTimes: own?.times ?? null,
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
  const today = toSiteDay(site.calendar, now);
  const reader = createSeriesReader(site.calendar, 'USUAL', now);
  const key = String(site.id);
  return reader(curves.get(key) ?? noAnswer, expected.get(key) ?? noAnswer, overviewGranularity, [
    toDayRange(today, today),
  ]);
}

/** Returns a site's comfort during today's opening hours: that of its worst zone and worst measure. */
export function findSiteComfort(site: OverviewSite, answers: Named<ComfortMetric>): Comfort | null {
  const scores = comfortMetrics.map((metric) => [metric, pointsOf(answers[metric] ?? noAnswer)] as const);
  return getWorstComfort(
    site.topZoneIds.map((id) =>
      computeComfort(new Map(scores.map(([metric, values]) => [metric, known(values.get(String(id)))]))),
    ),
  );
}

/** Extracts a site's energy from the answer for all sites with meters. */
export function extractEnergy(site: OverviewSite, { energy, usualDay }: Named<'energy' | 'usualDay'>): SiteEnergy {
  const own = energyOf(energy ?? noAnswer).get(String(site.id));
  return {
    used: known(own?.point),
    usual: own?.usual ?? null,
    range: own?.range ?? null,
    usualDay: known(pointsOf(usualDay ?? noAnswer).get(String(site.id))),
    isSilent: isMostlySilent(site, energy?.coverage ?? null),
  };
}

const noAnswer: Answer = { data: [], comparison: null };

/** Caches what is read from an answer, because every site looks up its values in the same answer. */
function cacheByAnswer<Read>(read: (answer: Answer) => Read): (answer: Answer) => Read {
  const done = new WeakMap<Answer, Read>();
  return (answer) => {
    const known = done.get(answer) ?? read(answer);
    done.set(answer, known);
    return known;
  };
}
const metricOf = (id: string): Metric => {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`${id} is no metric`);
  return metric;
};
/** Metrics of the overview's sums. */
export const overviewMetrics = { entries: metricOf('affluenceIn'), energy: metricOf('electricityConsumption') };
const entriesOf = cacheByAnswer((answer) => getAnswerValues(answer, overviewMetrics.entries));
const energyOf = cacheByAnswer((answer) => getAnswerValues(answer, overviewMetrics.energy));
const pointsOf = cacheByAnswer(getAnswerPoints);
const groupsOf = cacheByAnswer(getAnswerGroups);

function known(point: AnswerBucket['point'] | undefined): number | null {
  return point?.state === 'known' ? point.value : null;
}

/** Share of the readings that a judged number may lack. The overview does not know how many meters a site has. */
const missingShare = 0.1;

function isMostlySilent(site: OverviewSite, coverage: Coverage | null): boolean {
  const own = coverage?.sites?.find(({ installationId }) => installationId === site.id);
  return own !== undefined && (own.silentSince !== null || (own.ratio ?? 1) < 1 - missingShare);
}

const msPerHour = 3_600_000;

interface CurveWord {
  readonly text: string;
  readonly place: 'middle' | 'afterNow';
}

/**
 * Returns the text shown instead of an empty curve of today. On a holiday the text does not name the weekday, because
 * the site may be open on other such weekdays.
 */
export function describeEmptyCurve(
  { open: { state }, weekday, isHoliday }: Pick<SiteDay, 'open' | 'weekday' | 'isHoliday'>,
  { entries }: Pick<SiteNumbers, 'entries'>,
  { t, locale }: { readonly t: Translate; readonly locale: string },
): CurveWord | null {
  if (state === 'closedAllDay' && (entries ?? 0) === 0) {
    const text = isHoliday
      ? t('sites.closedToday')
      : t('sites.closedOn', { weekday: formatWeekday(weekday, locale, 'long') });
    return { text, place: 'middle' };
  }
  if (state === 'open' && entries === 0) return { text: t('sites.noVisitors'), place: 'afterNow' };
  return null;
}
