import { type Granularity, granularity, granularityOfAtLeast, type Span, type ZoneId } from '../../../core/index.ts';
import {
  answeredMetric,
  type ComparisonCoverage,
  type Coverage,
  type DescriptorKey,
  findMetric,
  isOfPeople,
  type LabelledValue,
  type Metric,
  type Point,
} from '../../../measurements/index.ts';
import { openSpansOfAny, type Topology, topZones } from '../../../sites/index.ts';
import { type Answer, type AnswerBucket, bucketsOfAnswer, totalOfAnswer } from '../../answer-series.ts';
import type { Widget } from '../../definitions/index.ts';
import { withExpected } from '../../expectation.ts';
import { comparisonOf } from '../asking/ask.ts';
import { outermostParts } from '../places/outermost-parts.ts';
import { siteOfWidget, siteOfZone, sitesOfWidget } from '../places/places.ts';
import type { WidgetContext, WidgetQuery } from '../widget-spec.ts';
import { shutHours } from './shut-hours.ts';

/** The answer to one question of a widget. */
export interface WidgetAnswer extends Answer {
  /** Of all its numbers, with the currency of the sites; that of the metric where nothing is said. */
  readonly unit?: string;
  /** Seconds of its time steps, coarser than asked where sensors report more rarely; null without time. */
  readonly granularity: number | null;
  readonly coverage: Coverage;
  /** Descriptors asked for that no sensor behind it ever told. */
  readonly notTold: readonly DescriptorKey[];
}

/** What a series is split by: `label` as it is read, except of words (gender, age), which screens translate. */
export interface SeriesGroup {
  /** Of times that do not follow each other the period: WEEKDAY, HOURLY. */
  readonly type: string;
  readonly label: string;
  readonly zoneId: ZoneId | null;
}

/** One metric of one group: its number, and its course where that was asked for. */
export interface WidgetSeries {
  /** Unique within the widget. */
  readonly key: string;
  /** Position in the widget's metrics. */
  readonly index: number;
  readonly metric: Metric;
  readonly groups: readonly SeriesGroup[];
  /** Missing of a series that has a course only. */
  readonly point: Point;
  readonly usual: number | null;
  /** The number over what can be compared: what its change is told of. */
  readonly compared: number | null;
  /** How much can be compared, where that is too little to tell a change. */
  readonly tooFew: ComparisonCoverage | null;
  readonly buckets: readonly AnswerBucket[] | null;
}

export interface WidgetNumbers {
  readonly series: readonly WidgetSeries[];
  /** How completely the sensors behind all of it reported. */
  readonly coverage: Coverage;
  /** Descriptors asked for that none of the sensors behind a whole answer ever told: why it is empty. */
  readonly notTold: readonly DescriptorKey[];
}

/** Reads the answers of a widget, given in the order of its questions. Null stands for one that failed. */
export function readNumbers(
  widget: Widget,
  queries: readonly WidgetQuery[],
  answers: readonly (WidgetAnswer | null)[],
  context: WidgetContext,
): WidgetNumbers {
  const shown = queries.flatMap((query, place) => {
    const answer = answers[place];
    return query.role === 'data' && answer ? [{ query, answer }] : [];
  });
  const find = (metric: number, role: WidgetQuery['role']) => {
    const place = queries.findIndex((query) => query.metric === metric && query.role === role);
    return answers[place] ?? null;
  };
  const series = shown.flatMap(({ query, answer }) =>
    seriesOf(
      widget,
      query,
      answer,
      { course: find(query.metric, 'course'), expected: find(query.metric, 'expected') },
      context,
    ),
  );
  return {
    series: outermostParts(widget, series, context),
    coverage: joinCoverage(shown.map(({ answer }) => answer.coverage)),
    notTold: [...new Set(shown.flatMap(({ answer }) => answer.notTold))],
  };
}

interface Courses {
  readonly course: WidgetAnswer | null;
  readonly expected: WidgetAnswer | null;
}

function seriesOf(
  widget: Widget,
  { metric: index, query }: WidgetQuery,
  answer: WidgetAnswer,
  { course, expected }: Courses,
  context: WidgetContext,
): readonly WidgetSeries[] {
  const known = findMetric(query.metric);
  if (known === undefined) return [];
  const metric = answeredMetric(known, answer.unit ?? known.unit);
  const types = (query.groupBy ?? []).map(({ type, period }) => period ?? type);
  const isCourse = types.at(-1) === 'DATE';
  const groupTypes = isCourse ? types.slice(0, -1) : types;
  const read = courseReader(widget, index, context);
  const sites = sitesOfWidget(widget, context);
  // Of several sites one may be open while another is shut.
  const shut = shutHours(sites.length > 1 ? null : (sites[0] ?? null), known, groupTypes, context.filters.ranges);
  const expectedLeaves = expected === null ? null : leavesOf(expected, groupTypes.length);
  return leavesOf(answer, groupTypes.length).map(({ path, answer: leaf }, place): WidgetSeries => {
    const groups = path.map((label, depth) => groupOf(label, groupTypes[depth] ?? '', context));
    const usualCourse = expectedLeaves?.find((other) => other.path.join('/') === path.join('/'))?.answer ?? null;
    const total = totalOfAnswer(leaf);
    const ownCourse = isCourse ? leaf : place === 0 && groupTypes.length === 0 ? course : null;
    const seconds = (isCourse ? answer : course)?.granularity ?? null;
    return {
      key: [index, ...path].join('/'),
      index,
      metric,
      groups,
      point: isCourse ? { state: 'missing' } : shut(total.point, path) ? { state: 'closed' } : total.point,
      usual: isCourse ? null : total.usual,
      compared: isCourse ? null : total.compared,
      tooFew: isCourse ? null : total.tooFew,
      buckets: ownCourse === null || seconds === null ? null : read(ownCourse, usualCourse, seconds),
    };
  });
}

/** Reads a course together with that of the days it is compared with, on the clock of the widget's site. */
function courseReader(widget: Widget, index: number, context: WidgetContext) {
  const site = siteOfWidget(widget, context);
  const sites = sitesOfWidget(widget, context);
  const metric = widget.metrics?.[index];
  const mode = metric === undefined ? null : comparisonOf(widget, metric, context);
  const counted = findMetric(metric?.type ?? '');
  return (course: Answer, expected: Answer | null, seconds: number): readonly AnswerBucket[] => {
    if (site === null) return [];
    const width = granularityOfAtLeast(seconds);
    const at = { now: context.now, timezone: site.timezone };
    const answered = bucketsOfAnswer(course, width, at);
    const buckets = counted && isOfPeople(counted) ? shutBuckets(answered, width, sites) : answered;
    if (expected === null || mode === null) return buckets;
    const comparison = { calendar: site, ranges: context.filters.ranges, mode };
    return withExpected(buckets, bucketsOfAnswer(expected, width, at), comparison);
  };
}

/** While all sites are shut nobody is expected: a 0 of such a step says that it is shut, a person in it stays counted. */
function shutBuckets(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  sites: readonly Topology[],
): readonly AnswerBucket[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || width >= granularity.day) return buckets;
  const open = openSpansOfAny(sites, { from: first.from, to: last.to });
  return buckets.map((bucket) => {
    const { from, to, point } = bucket;
    const isShut = !open.some((span) => span.from < to && span.to > from);
    return isShut && point?.state === 'known' && point.value === 0 ? { ...bucket, point: { state: 'closed' } } : bucket;
  });
}

interface Leaf {
  readonly path: readonly string[];
  readonly answer: Answer;
}

/** The answers below so many groupings, with the labels that lead there. */
function leavesOf(answer: Answer, depth: number): readonly Leaf[] {
  if (depth === 0) return [{ path: [], answer }];
  return answer.data.flatMap((value) => {
    const compared = answer.comparison?.find(({ label }) => label === value.label);
    const change = answer.evolution?.find(({ label }) => label === value.label);
    const { comparisonCoverage = null } = answer;
    const below = (one: LabelledValue) => (depth === 1 && !Array.isArray(value.value) ? [one] : nested(one));
    const inner: Answer = {
      data: below(value),
      comparison: compared ? below(compared) : null,
      evolution: change ? below(change) : null,
      comparisonCoverage,
    };
    return leavesOf(inner, depth - 1).map((leaf) => ({ ...leaf, path: [value.label, ...leaf.path] }));
  });
}

function nested({ value }: LabelledValue): readonly LabelledValue[] {
  return Array.isArray(value)
    ? (value as readonly LabelledValue[]).filter((each) => typeof each?.label === 'string')
    : [];
}

function groupOf(label: string, type: string, { sites }: WidgetContext): SeriesGroup {
  if (type !== 'ZONE_ID') return { type, label, zoneId: null };
  const site = siteOfZone(sites, Number(label));
  const zone = site?.zones.find((each) => each.id === Number(label));
  if (!site || !zone) return { type, label, zoneId: null };
  // The outermost zone of a site stands for the site.
  const isWhole = topZones(site.zones)[0]?.id === zone.id && sites.length > 1;
  return { type, label: isWhole ? site.name : zone.name, zoneId: zone.id };
}

/** Of several answers together: the least that was reported, and every silence once. */
export function joinCoverage(all: readonly Coverage[]): Coverage {
  const ratios = all.flatMap(({ ratio }) => ratio ?? []);
  const silent = new Map(
    all.flatMap((each) => each.silent).map((silence) => [`${silence.deviceId}/${silence.from}`, silence]),
  );
  return { ratio: ratios.length === 0 ? null : Math.min(...ratios), silent: [...silent.values()] };
}

/** From the first bucket to the end of the last; null without buckets. */
export function bucketsSpan(buckets: readonly AnswerBucket[]): Span | null {
  const [first] = buckets;
  const last = buckets.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}
