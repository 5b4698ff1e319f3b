import {
  type AlertCondition,
  findWatchedDevices,
  getConditionType,
  type Observation,
  type Watch,
} from '@atrium/domain/actions/alerts';
import { granularity, type Instant, type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import {
  type DeviceGap,
  type ExpectedPoint,
  findMetric,
  getQuantities,
  type LabelledValue,
  type Metric,
  measureDeviation,
} from '@atrium/domain/numbers';
import { isFirstOpenHour } from '@atrium/domain/pages';
import { listClosedSpans, listOpenSpans, type Topology } from '@atrium/domain/sites';
import type { Answer } from '../../../numbers/index.ts';
import type { Site } from '../../../sites/index.ts';

/** Readings of an interval arrive within this time after its end, ms. */
export const settleMs = 90_000;

/** A condition at its site, observed over a span. */
export interface Observed {
  readonly site: Site;
  readonly condition: AlertCondition;
  readonly span: Span;
}

/**
 * Converts the points of a place to observations for the engine's step. Values of several metrics are summed per
 * interval.
 */
export function toObservations(
  byMetric: readonly (readonly Answer[])[],
  observed: Observed,
  watch: Watch,
  now: Instant,
): readonly Observation[] {
  const devices = findWatchedDevices(observed.site.topology, watch).length;
  const told = byMetric.map((answers) => answers.flatMap((answer) => pointsOf(answer, observed, devices)));
  const [first = [], ...others] = told;
  const rest = others.map((points) => new Map(points.map((point) => [point.from, point])));
  const isOff = createOffTest(observed);
  const isExpected = getConditionType(observed.condition.type).measure(observed.condition) !== 'value';
  return first.map((point): Observation => {
    const { from, to } = point;
    if (isOff(from)) return { kind: 'closed', from, to };
    if (isExpected) return compareWithExpected(point, observed, now);
    const all = [point, ...rest.map((points) => points.get(from) ?? { ...point, value: null, coverage: 0 })];
    const known = all.flatMap(({ value }) => (value === null ? [] : [value]));
    if (known.length === 0) return { kind: 'missing', from, to };
    const coverage = all.reduce((sum, one) => sum + (one.value === null ? 0 : one.coverage), 0) / all.length;
    const value = known.reduce((sum, one) => sum + one, 0);
    return { kind: 'known', from, to, value, coverage, isInProgress: to > now };
  });
}

/** Returns the observation of a value and what is expected of it. Nothing is judged without a range. */
function compareWithExpected(
  { from, to, value, coverage, expected }: PlacePoint,
  { site, condition }: Observed,
  now: Instant,
): Observation {
  const metric = findMetric(getConditionType(condition.type).metric(condition)) as Metric;
  const isShort = to - from < granularity.day * 1000;
  if (isShort && followsPeople(metric) && isFirstOpenHour(site.topology, from))
    return { kind: 'closed', from, to, because: 'firstHour' };
  if (expected === null || expected.reason !== null) {
    const { reason, name } = expected ?? withoutHistory;
    return {
      kind: 'closed',
      from,
      to,
      ...(reason !== null && { because: reason }),
      ...(name !== undefined && { name }),
    };
  }
  const usual = value === null ? null : measureDeviation(metric, value, expected);
  if (value === null || usual === null) return { kind: 'missing', from, to };
  return { kind: 'known', from, to, value, coverage, isInProgress: to > now, usual };
}

const withoutHistory: Pick<ExpectedPoint, 'reason' | 'name'> = { reason: 'history' };

const ofPeople: ReadonlySet<string> = new Set([
  'crossings',
  'corrected',
  'topEntries',
  'passersBy',
  'counted',
  'inside',
  'level',
  'refusals',
  'visitors',
]);

/** Whether a metric counts people, or is derived from such counts. */
const followsPeople = (metric: Metric): boolean =>
  getQuantities(metric).some(({ expression }) => ofPeople.has(expression.type));

interface PlacePoint extends Span {
  readonly value: number | null;
  /** 0…1 */
  readonly coverage: number;
  readonly expected: ExpectedPoint | null;
}

function pointsOf(
  { data, granularity: step, coverage }: Answer,
  { site, condition, span: asked }: Observed,
  devices: number,
): readonly PlacePoint[] {
  const width = (step ?? getConditionType(condition.type).interval(condition)) * 1000;
  const silentIn = createSilenceSum(coverage.silent);
  return data.flatMap((point): readonly PlacePoint[] => {
    const span = spanOf(point, width, site.topology);
    // Answers about whole days also have the times before and after.
    if (span.to <= asked.from || span.from >= asked.to) return [];
    const value = point.state === undefined && typeof point.value === 'number' ? point.value : null;
    const { expected = null } = point;
    if (value === null) return [{ ...span, value, coverage: 0, expected }];
    if (point.partial !== true) return [{ ...span, value, coverage: 1, expected }];
    const length = (span.to - span.from) * Math.max(1, devices);
    return [{ ...span, value, coverage: Math.max(0, 1 - silentIn(span) / length), expected }];
  });
}

export function spanOf({ label }: LabelledValue, width: number, site: Topology): Span {
  const from = Date.parse(label);
  // Days with a change of clocks are shorter or longer.
  if (width >= granularity.day * 1000) return toDaySpan(site, toSiteDay(site, from));
  return { from, to: from + width };
}

/**
 * Returns a function that sums the silence of all devices within a span, ms. Its calls must be in chronological order.
 */
function createSilenceSum(silent: readonly DeviceGap[]): (span: Span) => number {
  const sorted = silent.toSorted((a, b) => a.from - b.from);
  let start = 0;
  return ({ from, to }) => {
    // Silences that ended before this span cannot reach later spans.
    while (start < sorted.length && (sorted[start] as DeviceGap).to <= from) start += 1;
    let sum = 0;
    for (let at = start; at < sorted.length; at++) {
      const one = sorted[at] as DeviceGap;
      if (one.from >= to) break;
      sum += Math.max(0, Math.min(to, one.to) - Math.max(from, one.from));
    }
    return sum;
  };
}

/** Returns a function that tells whether the rule is off for the interval that begins then. */
export function createOffTest({ site, condition, span }: Observed): (from: Instant) => boolean {
  const { hours } = getConditionType(condition.type);
  if (hours === 'asked' && !condition.onlyWhileOpen) return () => false;
  // Intervals may begin shortly before the span.
  const wide = { from: span.from - 86_400_000, to: span.to + 86_400_000 };
  const off = hours === 'closed' ? listOpenSpans(site.topology, wide) : listClosedSpans([site.topology], wide);
  return (at) => off.some(({ from, to }) => at >= from && at < to);
}

/** Returns whether the rule is off at that moment. */
export const isRuleOff = (observed: Observed, at: Instant): boolean => createOffTest(observed)(at);

/** Value of a place for charts, with the usual range it is judged by. Null: unknown, or no range. */
export interface AlertPoint {
  readonly at: Instant;
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export function toAlertPoint(seen: Observation): AlertPoint {
  const known = seen.kind === 'known' ? seen : null;
  const { lower = null, upper = null } = known?.usual ?? {};
  return { at: seen.from, value: known?.value ?? null, lower, upper };
}
