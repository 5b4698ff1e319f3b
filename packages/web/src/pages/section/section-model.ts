import { type Granularity, granularity, type Instant, type Span } from '@atrium/domain/core';
import {
  type Coverage,
  type DescriptorKey,
  findMetric,
  isCost,
  type Metric,
  toAnswerMetric,
  type UsualRange,
} from '@atrium/domain/numbers';
import {
  type Answer,
  type AnswerBucket,
  chooseGranularity,
  findSilentSince,
  getAnswerGroups,
  getAnswerTotal,
  getAnswerValues,
  type ResolvedFilters,
  type SectionQueries,
} from '@atrium/domain/pages';
import { listMetricParts } from '@atrium/domain/pages/site-pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { listClosedSpans } from '@atrium/domain/sites';
import type { SmallInput } from '../../charts/index.ts';
import { createSeriesReader, type Measured, readMeasured } from '../../numbers/answers/index.ts';
import type { Site } from '../site-page/site.ts';

/** Identifies a number of a section. */
export interface SectionPart {
  /**
   * Kind of number. `own` is the metric's value, `share` a part's share, `rating` a sample's rating. `goodTime` is the
   * share of time it was good, `week` a typical hour. `highest` and `lowest` are single readings.
   */
  readonly of: (typeof kinds)[number] | 'own';
  readonly metric: string;
  /** A zone's id, or the name of a door or sensor; null for the whole. */
  readonly label: string | null;
}

const kinds = ['share', 'rating', 'highest', 'lowest', 'goodTime', 'week'] as const;

/** Formats `co2`, `co2/12` or `share:co2/12` for URLs. */
export function formatSectionPart({ of, metric, label }: SectionPart): string {
  const number = label === null ? metric : `${metric}/${label}`;
  return of === 'own' ? number : of === 'week' ? of : `${of}:${number}`;
}

/**
 * Parses what `formatSectionPart` formats. Names of doors may contain any character; metric ids contain neither ':' nor '/'.
 */
export function parseSectionPart(text: string): SectionPart {
  const [, of = 'own', metric = '', label = null] =
    /^(?:(share|rating|highest|lowest|goodTime):)?([^/:]+)(?:\/(.*))?$/su.exec(text) ?? [];
  return metric === 'week' ? { of: 'week', metric, label: null } : { of: of as SectionPart['of'], metric, label };
}

/** One metric of the site, with its parts by label. */
export interface MetricNumbers extends Measured {
  readonly metric: Metric;
  /** Coverage ratio of its sensors; null if none was expected. */
  readonly coverage: number | null;
  /** Since when all its sensors have been silent, if the period is running; null while any reports. */
  readonly silentSince: Instant | null;
  readonly parts: ReadonlyMap<string, Measured>;
  /** Silent spans of the sensors behind the parts. */
  readonly silent: Coverage['silent'];
}

export interface SectionModel {
  readonly width: Granularity;
  /** The metrics with any data, in the order of the query. */
  readonly metrics: readonly MetricNumbers[];
  /** Costs of which nothing is known although their meters reported: no tariff applies. */
  readonly unpriced: readonly Metric[];
  /** Descriptors missing from the sensors of the other metrics. */
  readonly notTold: readonly DescriptorKey[];
  /** Coverage of the first metric. */
  readonly coverage: Coverage | null;
  /** Silent spans of all sensors behind any of the parts. */
  readonly silent: Coverage['silent'];
  readonly closed: readonly Span[];
  /** By weekday and hour of the day. */
  readonly week: Answer;
}

/** Builds the model from the answers to `listSectionQueries`, in their order. */
export function buildSectionModel(
  queries: SectionQueries,
  answers: readonly (WidgetAnswer | null)[],
  { site, filters, now }: { readonly site: Site; readonly filters: ResolvedFilters; readonly now: Instant },
): SectionModel {
  const width = chooseGranularity(filters.ranges);
  const reader = createSeriesReader(site.topology, filters.state.compare.mode, now);
  const isOver = filters.progress.meters === 'over';
  let place = 0;
  const metrics: MetricNumbers[] = [];
  const unpriced: Metric[] = [];
  let coverage: Coverage | null = null;
  const silent: Coverage['silent'][number][] = [];
  const notTold = new Set<DescriptorKey>();
  for (const [id, asked] of queries.metrics) {
    const known = findMetric(id);
    const given = new Map(listMetricParts(queries, asked).map((name) => [name, answers[place++] ?? null] as const));
    if (!known) continue;
    // Money has the currency of the site.
    const metric = toAnswerMetric(known, given.get('total')?.unit ?? known.unit);
    const course = (answer: Answer, expected: Answer | null) => reader(answer, expected, width, filters.ranges, metric);
    const numbers: MetricNumbers = {
      metric,
      coverage: given.get('total')?.coverage.ratio ?? null,
      silentSince: isOver ? null : findSilentSince(coverageOf(given.get('total'))),
      ...readMeasured(
        getAnswerTotal(given.get('total') ?? nothing, metric),
        course(given.get('course') ?? nothing, given.get('expected') ?? null),
      ),
      parts: partsOf(metric, given.get('parts') ?? nothing, given.get('partCourse') ?? nothing, (answer) =>
        course(answer, null),
      ),
      silent: given.get('parts')?.coverage.silent ?? [],
    };
    if (
      numbers.value === null &&
      numbers.usual === null &&
      numbers.buckets.every(({ point }) => point?.state !== 'known')
    ) {
      for (const key of numbers.notTold) notTold.add(key);
      if (isCost(metric) && (numbers.coverage ?? 0) > 0) unpriced.push(metric);
      continue;
    }
    metrics.push(numbers);
    silent.push(...numbers.silent);
    coverage ??= given.get('total')?.coverage ?? null;
  }
  return {
    width,
    metrics,
    unpriced,
    notTold: [...notTold],
    coverage,
    silent,
    closed: closedIn(metrics[0]?.buckets ?? [], site),
    week: (queries.week === null ? null : answers[place]) ?? nothing,
  };
}

const nothing: Answer = { data: [], comparison: null };
const coverageOf = (answer: WidgetAnswer | null | undefined) => (answer ? [answer.coverage] : []);

/** Leaves out parts that never have values, e.g. a door among meters. */
function partsOf(
  metric: Metric,
  totals: Answer,
  courses: Answer,
  read: (answer: Answer) => readonly AnswerBucket[],
): ReadonlyMap<string, Measured> {
  const groups = getAnswerGroups(courses);
  const parts = new Map<string, Measured>();
  for (const [label, total] of getAnswerValues(totals, metric)) {
    const part = readMeasured(total, read(groups.get(label) ?? nothing));
    if (part.value !== null || part.usual !== null || part.notTold.length > 0) parts.set(label, part);
  }
  return parts;
}

/** Returns the closed spans within the period. */
function closedIn(buckets: readonly AnswerBucket[], { topology }: Site): readonly Span[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  return first && last ? listClosedSpans([topology], { from: first.from, to: last.to }) : [];
}

/**
 * Returns the latest known bucket with its usual value: the current value of a sample. Null for steps of a day or more.
 */
export function findNewest({ buckets }: Measured, { width }: Pick<SectionModel, 'width'>, now: Instant): Newest | null {
  const bucket = width < granularity.day ? buckets.findLast(({ point }) => point?.state === 'known') : undefined;
  if (bucket?.point?.state !== 'known') return null;
  const { from, to, point, usualNow = null, range = null } = bucket;
  return {
    value: point.value,
    usual: usualNow,
    range: usualNow === null ? null : range,
    span: { from, to },
    lastReadingAt: to < now - maxReadingAge ? to : null,
  };
}

/** Maximum age in ms of a current reading. Air sensors report every 15 minutes, a little late. */
const maxReadingAge = 1_200_000;

interface Newest {
  readonly value: number;
  readonly usual: number | null;
  readonly range: UsualRange | null;
  readonly span: Span;
  /** End of the last reading; null if the value is current. */
  readonly lastReadingAt: Instant | null;
}

/**
 * Gives all small charts the same time span: the whole period, because meters and air run at night. For people it is
 * limited to the opening hours.
 */
export function buildSectionSmallInput(
  buckets: readonly AnswerBucket[],
  { metrics, closed, width }: SectionModel,
  now: number,
): SmallInput {
  const all = metrics[0]?.buckets ?? buckets;
  const isShut = ({ from, to }: AnswerBucket) => closed.some((shut) => shut.from <= from && to <= shut.to);
  const isOfPeople = metrics[0]?.metric.kind === 'flow' && width < granularity.day;
  const open = isOfPeople ? all.filter((bucket) => !isShut(bucket)) : all;
  const shown = open.length > 0 ? open : all;
  return {
    span: { from: shown[0]?.from ?? 0, to: shown.at(-1)?.to ?? 1 },
    buckets: buckets.map((bucket) => ({ ...bucket, label: '' })),
    now,
  };
}
