import {
  buildBuckets,
  type Granularity,
  granularity,
  roundUpGranularity,
  type Span,
  toDaysSpan,
  toSiteDay,
  type ZoneId,
} from '../../../core/index.ts';
import {
  type Coverage,
  type DayRange,
  type DescriptorKey,
  discontinuousPeriods,
  type ExpectedPoint,
  findMetric,
  getTimeGroup,
  isPeopleMetric,
  type LabelledValue,
  type Metric,
  type Point,
  type TooFew,
  toAnswerMetric,
  type UsualRange,
} from '../../../numbers/index.ts';
import { listAnyOpenSpans, listOpenSpans, listTopZones, type Topology } from '../../../sites/index.ts';
import { type Answer, type AnswerBucket, getAnswerBuckets, getAnswerTotal } from '../../answer-series.ts';
import type { Widget } from '../../definitions/index.ts';
import { addExpected } from '../../expectation.ts';
import { getComparisonMode } from '../asking/metric-queries.ts';
import { filterOutermostParts, findWidgetSite, findZoneSite, listWidgetSites } from '../asking/places.ts';
import type { WidgetContext, WidgetQuery } from '../widget-spec.ts';

/**
 * Returns whether a 0 only means that the site was closed at that hour of day, when nobody is expected. A visitor in
 * such an hour still counts. `path` are the labels of the groups, `types` their types.
 */
function createClosedCheck(
  site: Topology | null,
  metric: Metric,
  types: readonly string[],
  ranges: readonly DayRange[],
): (point: Point, path: readonly string[]) => boolean {
  if (site === null || !types.includes('HOURLY') || !isPeopleMetric(metric)) return () => false;
  let open: ReadonlySet<string> | null = null;
  return (point, path) => {
    if (point.state !== 'known' || point.value !== 0) return false;
    open ??= openHours(site, types, ranges);
    return !open.has(keyOf(types.map((type, depth) => labelOf(type, path[depth] ?? ''))));
  };
}

/** Returns the groups in which the site is open at all. */
function openHours(site: Topology, types: readonly string[], ranges: readonly DayRange[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { from, to } of ranges)
    for (const span of listOpenSpans(site, toDaysSpan(site, from, to)))
      for (const at of buildBuckets(site, span, granularity.hour).edges.slice(0, -1))
        open.add(
          keyOf(
            types.map((type) => {
              const period = discontinuousPeriods.find((one) => one === type);
              return period === undefined ? labelOf(type, toSiteDay(site, at)) : getTimeGroup(site, period, at).label;
            }),
          ),
        );
  return open;
}

/** Days are matched by date; groups other than time are ignored. */
function labelOf(type: string, label: string): string {
  if (type === 'DATE') return label.slice(0, 10);
  return discontinuousPeriods.some((period) => period === type) ? label : '';
}

const keyOf = (labels: readonly string[]) => labels.join('/');

/** The answer to one query of a widget. */
export interface WidgetAnswer extends Answer {
  /** Unit of all its numbers, with the sites' currency; that of the metric by default. */
  readonly unit?: string;
  /** Step in seconds, coarser than requested if sensors report less often; null without time. */
  readonly granularity: number | null;
  readonly coverage: Coverage;
  /** Requested descriptors that no sensor ever reported. */
  readonly notTold: readonly DescriptorKey[];
}

/** One group of a series. `label` is shown as it is, except for descriptors (gender, age), which are translated. */
export interface SeriesGroup {
  /** For recurring periods the period: WEEKDAY, HOURLY. */
  readonly type: string;
  readonly label: string;
  readonly zoneId: ZoneId | null;
}

/** One metric of one group: its number, and its time series if requested. */
export interface WidgetSeries {
  /** Unique within the widget. */
  readonly key: string;
  /** Index in the widget's metrics. */
  readonly index: number;
  readonly metric: Metric;
  readonly groups: readonly SeriesGroup[];
  /** Missing for a series with a time series only. */
  readonly point: Point;
  readonly usual: number | null;
  /** The comparable share, if it is too small to show a change. */
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  readonly tooFew: TooFew | null;
  /** Number of earlier times that the usual is the mean of; null if unknown. */
  readonly times: number | null;
  /** What is expected of the total; null unless it is compared with that. */
  readonly expected?: ExpectedPoint | null;
  readonly buckets: readonly AnswerBucket[] | null;
}

export interface WidgetNumbers {
  readonly series: readonly WidgetSeries[];
  /** Combined coverage of all sensors. */
  readonly coverage: Coverage;
  /** Requested descriptors that no sensor behind a whole answer ever reported, which is why it is empty. */
  readonly notTold: readonly DescriptorKey[];
}

/** Parses the answers of a widget, in the order of its queries. Null stands for a failed one. */
export function parseNumbers(
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
    series: filterOutermostParts(widget, series, context),
    coverage: mergeCoverage(shown.map(({ answer }) => answer.coverage)),
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
  const metric = toAnswerMetric(known, answer.unit ?? known.unit);
  const types = (query.groupBy ?? []).map(({ type, period }) => period ?? type);
  const isCourse = types.at(-1) === 'DATE';
  const groupTypes = isCourse ? types.slice(0, -1) : types;
  const read = courseReader(widget, index, context);
  const sites = listWidgetSites(widget, context);
  // With several sites one may be open while another is closed.
  const shut = createClosedCheck(
    sites.length > 1 ? null : (sites[0] ?? null),
    known,
    groupTypes,
    context.filters.ranges,
  );
  const expectedLeaves = expected === null ? null : leavesOf(expected, groupTypes.length);
  return leavesOf(answer, groupTypes.length).map(({ path, answer: leaf }, place): WidgetSeries => {
    const groups = path.map((label, depth) => groupOf(label, groupTypes[depth] ?? '', context));
    const usualCourse = expectedLeaves?.find((other) => other.path.join('/') === path.join('/'))?.answer ?? null;
    const total = getAnswerTotal(leaf, metric);
    const ownCourse = isCourse ? leaf : place === 0 && groupTypes.length === 0 ? course : null;
    const seconds = (isCourse ? answer : course)?.granularity ?? null;
    return {
      key: [index, ...path].join('/'),
      index,
      metric,
      groups,
      point: isCourse ? { state: 'missing' } : shut(total.point, path) ? { state: 'closed' } : total.point,
      usual: isCourse ? null : total.usual,
      range: isCourse ? null : total.range,
      tooFew: isCourse ? null : total.tooFew,
      times: total.times,
      expected: isCourse ? null : total.expected,
      buckets: ownCourse === null || seconds === null ? null : read(ownCourse, usualCourse, seconds),
    };
  });
}

/** Parses a time series with that of the compared days, in the local time of the widget's site. */
function courseReader(widget: Widget, index: number, context: WidgetContext) {
  const site = findWidgetSite(widget, context);
  const sites = listWidgetSites(widget, context);
  const metric = widget.metrics?.[index];
  const mode = metric === undefined ? null : getComparisonMode(widget, metric, context);
  const counted = findMetric(metric?.type ?? '');
  return (course: Answer, expected: Answer | null, seconds: number): readonly AnswerBucket[] => {
    if (site === null) return [];
    const width = roundUpGranularity(seconds);
    const at = { now: context.now, timezone: site.timezone };
    const answered = getAnswerBuckets(course, width, at, counted);
    const buckets = counted && isPeopleMetric(counted) ? shutBuckets(answered, width, sites) : answered;
    if (expected === null || mode === null || mode === 'EXPECTED') return buckets;
    const comparison = { calendar: site, ranges: context.filters.ranges, mode, now: context.now };
    return addExpected(buckets, getAnswerBuckets(expected, width, at), comparison);
  };
}

/** Marks a 0 as closed while all sites are closed. A visitor in such a step still counts. */
function shutBuckets(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  sites: readonly Topology[],
): readonly AnswerBucket[] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || width >= granularity.day) return buckets;
  const open = listAnyOpenSpans(sites, { from: first.from, to: last.to });
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

/** Returns the answers below a number of groupings, with their labels. */
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
  if (type === 'INSTALLATION') {
    const named = sites.find(({ installationId }) => `${installationId}` === label);
    return { type, label: named?.name ?? label, zoneId: null };
  }
  if (type !== 'ZONE_ID') return { type, label, zoneId: null };
  const site = findZoneSite(sites, Number(label));
  const zone = site?.zones.find((each) => each.id === Number(label));
  if (!site || !zone) return { type, label, zoneId: null };
  // A site's outermost zone stands for the site.
  const isWhole = listTopZones(site.zones)[0]?.id === zone.id && sites.length > 1;
  return { type, label: isWhole ? site.name : zone.name, zoneId: zone.id };
}

/** Combines coverages: the lowest ratio and the union of silences. */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const ratios = all.flatMap(({ ratio }) => ratio ?? []);
  const silent = new Map(
    all.flatMap((each) => each.silent).map((silence) => [`${silence.deviceId}/${silence.from}`, silence]),
  );
  return { ratio: ratios.length === 0 ? null : Math.min(...ratios), silent: [...silent.values()] };
}

/** Returns the span from the first to the last bucket; null without buckets. */
export function getBucketsSpan(buckets: readonly AnswerBucket[]): Span | null {
  const [first] = buckets;
  const last = buckets.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}
