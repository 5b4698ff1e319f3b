import {
  type DeviceStatusCode,
  getConditionType,
  type Observation,
  type PlaceSeries,
  toPlaceKey,
  type Watch,
} from '@atrium/domain/actions/alerts';
import {
  addDays,
  type Clock,
  type DeviceId,
  type Failure,
  granularity,
  type Instant,
  ok,
  type Result,
  roundUpGranularity,
  type Span,
  toSiteDay,
} from '@atrium/domain/core';
import { emptyQuery, findMetric, getDefaultAggregation, type MeasurementQuery } from '@atrium/domain/numbers';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import type { Answer, AnswerQueries } from '../../../numbers/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { createOffTest, type Observed, settleMs, spanOf, toObservations } from './to-observations.ts';

const day = 86_400;
/** Maximum number of intervals per query. If the reporting interval is unknown, the statement lists every interval. */
const maxIntervals = 4800;

/** Splits a span into parts for one query each, oldest first. Parts are whole days, so that no interval is split. */
function splitSpan({ from, to }: Span, interval: number): readonly Span[] {
  const length = Math.max(1, Math.floor((maxIntervals * interval) / day)) * day * 1000;
  const count = Math.max(1, Math.ceil((to - from) / length));
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: Math.min(to, from + (index + 1) * length),
  }));
}

/** Builds the query for one metric of a place, with one point per interval. */
function buildQuery(
  { place, aggregation, deviceIds }: Watch,
  id: string,
  span: Span,
  { site, condition }: Observed,
): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`alerts watch ${id}, which is no metric`);
  const only = (ids: readonly number[]) => ({ exclude: false, ids: [...ids].sort((a, b) => a - b) });
  const type = getConditionType(condition.type);
  const interval = type.interval(condition);
  const { topology } = site;
  const days = { from: toSiteDay(topology, span.from), to: addDays(toSiteDay(topology, span.to), 1) };
  const isExpected = type.measure(condition) !== 'value';
  // Expected values are those of whole days. So are the edges of intervals wider than a quarter of an hour.
  const isByDays = isExpected || interval > granularity.quarter;
  return {
    ...emptyQuery,
    metric: id,
    aggregation: metric.kind === 'status' ? 'LAST' : (aggregation ?? getDefaultAggregation(metric)),
    target: place.kind === 'passage' ? 'PASSAGE' : place.kind === 'device' ? 'DEVICE' : 'ZONE',
    periods: [isByDays ? { kind: 'days', days } : { kind: 'span', span }],
    compare: isExpected ? 'EXPECTED' : null,
    granularity: roundUpGranularity(interval),
    groupBy: [{ type: 'DATE', granularity: roundUpGranularity(interval), period: null, ids: null }],
    installations: only([site.id]),
    zones: place.kind === 'zone' ? only([place.id]) : null,
    passages: place.kind === 'passage' ? only([place.id]) : null,
    devices: place.kind === 'device' ? only([place.id]) : deviceIds.length > 0 ? only(deviceIds) : null,
  };
}

/** Builds the query for what a condition compares with its expected value, on the days of its span. */
export function buildExpectedQuery(watch: Watch, observed: Observed): MeasurementQuery {
  return buildQuery(watch, watch.metrics[0] as string, observed.span, observed);
}

/** A device without data for this many intervals has lost its connection. */
const lostIntervals = 2;

/**
 * Returns 1 for each interval in which the device has one of the chosen statuses, otherwise 0. Silence is a status too,
 * so no interval is missing.
 */
function toStatusObservations(
  answers: readonly Answer[],
  observed: Observed,
  { place }: Watch,
  now: Instant,
): readonly Observation[] {
  const { site, condition } = observed;
  const device = site.topology.devices.find(({ id }) => id === (place.id as DeviceId));
  if (device === undefined) return [];
  const lost = lostIntervals * device.interval * 1000;
  const silent = answers.flatMap(({ coverage }) => coverage.silent).filter(({ from, to }) => to - from >= lost);
  const isOff = createOffTest(observed);
  let last: DeviceStatusCode = 'isOperationnal';
  return answers.flatMap(({ data, granularity }) =>
    data.flatMap((point): Observation[] => {
      const { from, to } = spanOf(point, (granularity ?? 300) * 1000, site.topology);
      if (to > now) return [];
      if (typeof point.value === 'number') last = deviceStatusCodes[point.value] ?? last;
      if (isOff(from)) return [{ kind: 'closed', from, to }];
      const isSilent = silent.some((one) => one.from < to && one.to >= to && to - one.from >= lost);
      // Readings of an interval that just ended may still arrive.
      if (isSilent && to > now - settleMs) return [];
      const code = isSilent ? 'internetLost' : last;
      const value = condition.padStatusCodes.includes(code) ? 1 : 0;
      return [{ kind: 'known', from, to, value, coverage: 1, isInProgress: false }];
    }),
  );
}

/**
 * Returns the observations of each place a condition watches, in chronological order. They are the numbers that pages
 * show, read the same way. Intervals are those of the condition type, or of the sensors if these report less often.
 */
export type Observe = (
  scope: Scope,
  observed: readonly Observed[],
  signal?: AbortSignal,
) => Promise<readonly Result<readonly PlaceSeries[], Failure>[]>;

/** One query, and the index of the condition its answer belongs to. */
interface ObservedQuery {
  readonly of: number;
  readonly watch: Watch;
  readonly span: Span;
}

export interface ObserveDependencies {
  readonly answerQueries: AnswerQueries;
  readonly clock: Clock;
}

export function createObserve({ answerQueries, clock }: ObserveDependencies): Observe {
  return async (scope, observed, signal) => {
    const now = clock.now();
    const asked = observed.flatMap(buildQueries);
    // One call for all alerts of a site, so that shared numbers are read once.
    const answers = await answerQueries(
      scope,
      asked.map(({ of, watch, span, metric }) => buildQuery(watch, metric, span, observed[of] as Observed)),
      signal,
    );
    return observed.map((one, index) => {
      const own = asked.flatMap((ask, at) => (ask.of === index ? [{ ask, answer: answers[at] }] : []));
      const failed = own.find(({ answer }) => answer?.ok === false)?.answer;
      if (failed !== undefined && !failed.ok) return failed;
      return ok(buildSeries(one, own as readonly Answered[], now));
    });
  };
}

function buildQueries(
  { site, condition, span }: Observed,
  of: number,
): readonly (ObservedQuery & { readonly metric: string })[] {
  const type = getConditionType(condition.type);
  const facts = { site: site.topology, eventLimit: null };
  return type
    .watches(condition, facts)
    .flatMap((watch) =>
      watch.metrics.flatMap((metric) =>
        splitSpan(span, type.interval(condition)).map((chunk) => ({ of, watch, metric, span: chunk })),
      ),
    );
}

interface Answered {
  readonly ask: ObservedQuery & { readonly metric: string };
  readonly answer: { readonly ok: true; readonly value: Answer };
}

function buildSeries(observed: Observed, answered: readonly Answered[], now: number): readonly PlaceSeries[] {
  const byPlace = Map.groupBy(answered, ({ ask }) => toPlaceKey(ask.watch.place));
  const isStatus = getConditionType(observed.condition.type).silence === 'counts';
  return [...byPlace.values()].map((own) => {
    const { watch } = (own[0] as Answered).ask;
    const byMetric = watch.metrics.map((metric) =>
      own.filter(({ ask }) => ask.metric === metric).map(({ answer }) => answer.value),
    );
    const observations = isStatus
      ? toStatusObservations(byMetric.flat(), observed, watch, now)
      : toObservations(byMetric, observed, watch, now);
    return { place: watch.place, observations };
  });
}
