import { type Granularity, type Instant, type Span, toDaySpan } from '@atrium/domain/core';
import { type Coverage, findMetric, type Metric, toDayRange, type Unjudged } from '@atrium/domain/numbers';
import { type ClosingForecast, forecastClosing } from '@atrium/domain/numbers/expected';
import {
  type Answer,
  type AnswerBucket,
  type CountingQueries,
  chooseGranularity,
  computePartCoverage,
  findUnjudged,
  getAnswerTotal,
  type PartCoverage,
  type ResolvedFilters,
  reportsGender,
} from '@atrium/domain/pages';
import { findBoundary, getOpenState, listClosedSpans, listOpenSpans } from '@atrium/domain/sites';
import { createSeriesReader, type Measured, type Named, readMeasured } from '../../numbers/answers/index.ts';
import type { Emptiness } from '../cards/empty-picture.tsx';
import type { Explains } from '../explain/index.ts';
import type { Site } from '../site-page/site.ts';

/** Answers to the page's queries, by name. */
export type CountingNumbers = Named<keyof CountingQueries>;

const moreNumbers = ['dwell', 'female', 'goods'] as const;

export interface MoreMeasured extends Measured {
  readonly name: (typeof moreNumbers)[number];
}

export interface CountingModel {
  readonly width: Granularity;
  readonly entries: Measured;
  readonly exits: Measured;
  readonly capture: Measured;
  /** People inside today by quarter-hour, whatever days are shown. Drawn behind the live figure. */
  readonly inside: readonly AnswerBucket[];
  /** Today's coverage by the counters at the boundary, per counter. */
  readonly insideCoverage: PartCoverage;
  /** Usual number of people inside at the time of the last reading. */
  readonly usuallyInside: Pick<Measured, 'usual' | 'range' | 'times'>;
  readonly coverage: Coverage;
  /** Why nothing is judged now, although there may be a usual; null if it is judged. */
  readonly unjudged: Unjudged | null;
  /** Where the running day's entries are heading; null if it is not asked, not open, or nothing is judged. */
  readonly heading: ClosingForecast | null;
  /** Since when all entry counters have been silent, if the period is running. */
  readonly silentSince: Instant | null;
  /** Coverage ratio of the capture rate; null if it has no counters. */
  readonly captureCoverage: number | null;
  readonly closed: readonly Span[];
  /** Further visitor figures from sensors and tills, by query name. */
  readonly more: readonly MoreMeasured[];
  /** By weekday and hour of the day. */
  readonly week: Answer;
  /** Entries by door of the counted zones; empty without a comparison. */
  readonly doors: Answer;
  readonly emptiness: Emptiness;
}

export function buildCountingModel(
  numbers: CountingNumbers,
  site: Site,
  filters: ResolvedFilters,
  now: Instant,
): CountingModel {
  const width = chooseGranularity(filters.ranges);
  const reader = createSeriesReader(site.topology, filters.state.compare.mode, now);
  const measured = (name: 'entries' | 'exits' | 'capture'): Measured => {
    const answer = numbers[name] ?? noAnswer;
    const metric = getCountingMetric(name);
    const buckets = reader(
      numbers[`${name}Series`] ?? noAnswer,
      numbers[`${name}Expected`] ?? noAnswer,
      width,
      filters.ranges,
      metric,
    );
    return readMeasured(getAnswerTotal(answer, metric), buckets);
  };
  const more = moreNumbers.flatMap((name): readonly MoreMeasured[] => {
    const answer = numbers[name] ?? noAnswer;
    const total = getAnswerTotal(answer, getCountingMetric(name));
    const buckets = reader(numbers[`${name}Series`] ?? noAnswer, noAnswer, width, filters.ranges);
    // A dwell camera reports its coverage even without a value. Tills have no coverage, only receipts.
    const isTold =
      name === 'female' ? reportsGender(site) : name === 'dwell' && (numbers.dwell?.coverage.ratio ?? null) !== null;
    if (!isTold && total.point.state !== 'known') return [];
    return [{ name, ...readMeasured(total, buckets) }];
  });
  const entries = measured('entries');
  const coverage = numbers.entries?.coverage ?? noCoverage;
  const shown = spanOf(entries.buckets) ?? filters.spans[0];
  const edge = findBoundary(
    site.topology,
    filters.counted.map(({ id }) => id),
  );
  const counters = [...new Set(edge.map(({ deviceId }) => deviceId))];
  const counted = computePartCoverage(counters, coverage.silent, filters.spans, now);
  const unjudged = filters.progress.people === 'over' ? null : findUnjudged(filters, site.topology, counted, now);
  const [day] = reader(numbers.entriesDay ?? noAnswer, null, 86_400, filters.ranges, getCountingMetric('entries'));
  const isRunning = unjudged === null && getOpenState(site.topology, now).state === 'open';
  return {
    width,
    entries,
    exits: measured('exits'),
    capture: measured('capture'),
    inside: reader(numbers.insideSeries ?? noAnswer, numbers.insideExpected ?? noAnswer, 900, [
      toDayRange(filters.today, filters.today),
    ]),
    insideCoverage: computePartCoverage(
      counters,
      (numbers.insideSeries?.coverage ?? noCoverage).silent,
      [toDaySpan(site.topology, filters.today)],
      now,
    ),
    usuallyInside: getAnswerTotal(numbers.insideNow ?? noAnswer, getCountingMetric('inside')),
    coverage,
    unjudged,
    heading: forecastEntries(entries, day, isRunning),
    silentSince: filters.progress.people === 'over' ? null : counted.offlineSince,
    captureCoverage: numbers.capture?.coverage.ratio ?? null,
    closed: shown ? listClosedSpans([site.topology], shown) : [],
    more,
    week: numbers.typicalWeek ?? noAnswer,
    doors: numbers.doors ?? noAnswer,
    emptiness: emptinessOf(entries, coverage, filters, site),
  };
}

/** Returns where the running day's entries are heading. `day` is the whole day, with what is expected of it. */
function forecastEntries(
  { value, usual }: Measured,
  day: AnswerBucket | undefined,
  isRunning: boolean,
): ClosingForecast | null {
  if (value === null || usual === null || day?.usual == null || !day.range) return null;
  return forecastClosing({ value, expectedSoFar: usual, expected: { value: day.usual, ...day.range }, isRunning });
}

const metricIds = {
  entries: 'affluenceIn',
  exits: 'affluenceOut',
  capture: 'footfallCaptureRate',
  zoneCapture: 'captureRate',
  inside: 'inside',
  dwell: 'dwell',
  female: 'femaleProportion',
  goods: 'numberOfGoodsSold',
} as const;

/** Returns the metric of one of the page's numbers. */
export function getCountingMetric(name: keyof typeof metricIds): Metric {
  const metric = findMetric(metricIds[name]);
  if (metric === undefined) throw new Error(`${metricIds[name]} is no metric`);
  return metric;
}

const noAnswer: Answer = { data: [], comparison: null };
const noCoverage: Coverage = { ratio: null, silent: [] };

/** Returns the first reason that applies: filters, sensors, doors, then visitors. */
function emptinessOf(entries: Measured, coverage: Coverage, filters: ResolvedFilters, site: Site): Emptiness {
  if (entries.value !== null && entries.value > 0) return null;
  if (filters.spans.length === 0 || entries.buckets.length === 0)
    return filters.state.hours === 'all' ? 'offline' : 'nothingMatches';
  if (entries.notTold.length > 0) return 'notTold';
  if (filters.progress.people === 'ahead') return 'ahead';
  if (coverage.ratio === 0 && entries.value === null) return 'offline';
  if (filters.spans.every((span) => listOpenSpans(site.topology, span).length === 0)) return 'closed';
  return entries.value === null ? 'offline' : 'noVisitors';
}

/** Whether a counter counts passers-by in front of the shown zones. */
export function countsPassersBy({ counted }: ResolvedFilters, { topology }: Site): boolean {
  return topology.passages.some(({ footfallOf }) => counted.some(({ id }) => id === footfallOf));
}

/** D08: no live figure for several ranges, with descriptor filters or while the site is closed. */
export function showsInside({ ranges, splits }: ResolvedFilters, { topology }: Site, now: Instant): boolean {
  return ranges.length === 1 && !splits && getOpenState(topology, now).state === 'open';
}

function spanOf(buckets: readonly AnswerBucket[]): Span | null {
  const [first] = buckets;
  const last = buckets.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}

export type CountingNumber = 'entries' | 'exits' | 'capture' | 'inside' | 'typicalWeek' | MoreMeasured['name'];

/** Input of the page's cards. */
export interface CountingContext {
  readonly queries: CountingQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  /** Opens explanations; null if there are none. */
  readonly explains: Explains | null;
}
