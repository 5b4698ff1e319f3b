import { type Granularity, granularity, type Instant, type Span } from '@atrium/domain/core';
import {
  type Answer,
  type AnswerBucket,
  type ComparedValue,
  granularityOf,
  groupsOfAnswer,
  type ResolvedFilters,
  type SectionQueries,
  silentSinceOf,
  tooFewOf,
  totalOfAnswer,
  valuesOfAnswer,
} from '@atrium/domain/dashboards';
import { partsOfMetric } from '@atrium/domain/dashboards/site-pages';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import { type Coverage, type DescriptorKey, findMetric, type Metric } from '@atrium/domain/measurements';
import { closedSpans } from '@atrium/domain/sites';
import { courseReader, known, type Measured } from '../../answers/index.ts';
import type { Site } from '../site/site.ts';

/** One metric of the site, and of its parts by their label. */
export interface MetricNumbers extends Measured {
  readonly metric: Metric;
  /** How much of the time its sensors reported; null where none was expected to. */
  readonly coverage: number | null;
  /** Since when all of them have been silent, where the time goes on; null while any reports. */
  readonly silentSince: Instant | null;
  readonly parts: ReadonlyMap<string, Measured>;
  /** When which of the sensors behind the parts told nothing of it. */
  readonly silent: Coverage['silent'];
}

export interface SectionModel {
  readonly width: Granularity;
  /** Those of the metrics that anything is known of, in the order asked. */
  readonly metrics: readonly MetricNumbers[];
  /** What the sensors of the others don't tell. */
  readonly notTold: readonly DescriptorKey[];
  /** Of the first of them. */
  readonly coverage: Coverage | null;
  /** Silence of every sensor behind any of the parts. */
  readonly silent: Coverage['silent'];
  readonly closed: readonly Span[];
  /** By weekday and hour of the day. */
  readonly week: Answer;
}

/** Reads what is answered to the questions of `listSection`, in their order. */
export function sectionModel(
  queries: SectionQueries,
  answers: readonly (WidgetAnswer | null)[],
  { site, filters, now }: { readonly site: Site; readonly filters: ResolvedFilters; readonly now: Instant },
): SectionModel {
  const width = granularityOf(filters.ranges);
  const reader = courseReader(site.topology, filters.state.compare.mode, now);
  const isOver = filters.progress.meters === 'over';
  let place = 0;
  const metrics: MetricNumbers[] = [];
  let coverage: Coverage | null = null;
  const silent: Coverage['silent'][number][] = [];
  const notTold = new Set<DescriptorKey>();
  for (const [id, asked] of queries.metrics) {
    const metric = findMetric(id);
    const given = new Map(partsOfMetric(asked).map((name) => [name, answers[place++] ?? null] as const));
    if (!metric) continue;
    const course = (answer: Answer, expected: Answer | null) => reader(answer, expected, width, filters.ranges);
    const numbers: MetricNumbers = {
      metric,
      coverage: given.get('total')?.coverage.ratio ?? null,
      silentSince: isOver ? null : silentSinceOf(coverageOf(given.get('total'))),
      ...measured(
        totalOfAnswer(given.get('total') ?? nothing),
        tooFewOf(given.get('total') ?? nothing),
        course(given.get('course') ?? nothing, given.get('expected') ?? null),
      ),
      parts: partsOf(given.get('parts') ?? nothing, given.get('partCourse') ?? nothing, (answer) =>
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
      continue;
    }
    metrics.push(numbers);
    silent.push(...numbers.silent);
    coverage ??= given.get('total')?.coverage ?? null;
  }
  return {
    width,
    metrics,
    notTold: [...notTold],
    coverage,
    silent,
    closed: closedIn(metrics[0]?.buckets ?? [], site),
    week: (queries.week === null ? null : answers[place]) ?? nothing,
  };
}

const nothing: Answer = { data: [], comparison: null };
const coverageOf = (answer: WidgetAnswer | null | undefined) => (answer ? [answer.coverage] : []);

function measured(
  { point, usual, compared }: ComparedValue,
  tooFew: Measured['tooFew'],
  buckets: readonly AnswerBucket[],
): Measured {
  return { ...known(point), usual, compared, tooFew, buckets };
}

/** Parts that never had anything to say (a door among meters) are left out. */
function partsOf(
  totals: Answer,
  courses: Answer,
  read: (answer: Answer) => readonly AnswerBucket[],
): ReadonlyMap<string, Measured> {
  const groups = groupsOfAnswer(courses);
  const parts = new Map<string, Measured>();
  for (const [label, total] of valuesOfAnswer(totals)) {
    const part = measured(total, total.tooFew, read(groups.get(label) ?? nothing));
    if (part.value !== null || part.usual !== null || part.notTold.length > 0) parts.set(label, part);
  }
  return parts;
}

/** What of the time shown lies outside the opening hours. */
function closedIn(buckets: readonly AnswerBucket[], { topology }: Site): readonly Span[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  return first && last ? closedSpans([topology], { from: first.from, to: last.to }) : [];
}

/** The newest known bucket: what a sample is now, and what it usually is then. Of whole days none is of now. */
export function newest({ buckets }: Measured, { width }: Pick<SectionModel, 'width'>, now: Instant): Newest | null {
  const bucket = width < granularity.day ? buckets.findLast(({ point }) => point?.state === 'known') : undefined;
  if (bucket?.point?.state !== 'known') return null;
  const { from, to, point, compared } = bucket;
  return {
    value: point.value,
    usual: compared?.usual ?? null,
    compared: compared?.value ?? null,
    span: { from, to },
    heardUntil: to < now - lately ? to : null,
  };
}

/** ms within which a reading is of now: sensors of air tell every quarter of an hour, and a little late. */
const lately = 1_200_000;

interface Newest {
  readonly value: number;
  readonly usual: number | null;
  readonly compared: number | null;
  readonly span: Span;
  /** When nothing was heard any more; null of a value of now. */
  readonly heardUntil: Instant | null;
}
