import {
  type AlertCondition,
  findWatchedDevices,
  getConditionType,
  type Observation,
  type Watch,
} from '@atrium/domain/actions/alerts';
import type { Instant, Span } from '@atrium/domain/core';
import type { DeviceGap, LabelledValue } from '@atrium/domain/numbers';
import { listClosedSpans, listOpenSpans } from '@atrium/domain/sites';
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
  return first.map((point): Observation => {
    const { from, to } = point;
    if (isOff(from)) return { kind: 'closed', from, to };
    const all = [point, ...rest.map((points) => points.get(from) ?? { ...point, value: null, coverage: 0 })];
    const known = all.flatMap(({ value }) => (value === null ? [] : [value]));
    if (known.length === 0) return { kind: 'missing', from, to };
    const coverage = all.reduce((sum, one) => sum + (one.value === null ? 0 : one.coverage), 0) / all.length;
    const value = known.reduce((sum, one) => sum + one, 0);
    return { kind: 'known', from, to, value, coverage, isInProgress: to > now };
  });
}

interface PlacePoint extends Span {
  readonly value: number | null;
  /** 0…1 */
  readonly coverage: number;
}

function pointsOf(
  { data, granularity, coverage }: Answer,
  { condition }: Observed,
  devices: number,
): readonly PlacePoint[] {
  const width = (granularity ?? getConditionType(condition.type).interval) * 1000;
  const silentIn = createSilenceSum(coverage.silent);
  return data.map((point) => {
    const span = spanOf(point, width);
    const value = point.state === undefined && typeof point.value === 'number' ? point.value : null;
    if (value === null) return { ...span, value, coverage: 0 };
    if (point.partial !== true) return { ...span, value, coverage: 1 };
    return { ...span, value, coverage: Math.max(0, 1 - silentIn(span) / (width * Math.max(1, devices))) };
  });
}

export function spanOf({ label }: LabelledValue, width: number): Span {
  const from = Date.parse(label);
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
