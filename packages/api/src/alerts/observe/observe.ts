import { getConditionType, type PlaceSeries, toPlaceKey, type Watch } from '@atrium/domain/alerts';
import { type Clock, type Failure, ok, type Result, type Span } from '@atrium/domain/core';
import type { Answer, AnswerQueries } from '../../measurements/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { buildQuery, splitSpan } from './build-query.ts';
import type { Observed } from './observed.ts';
import { toObservations } from './to-observations.ts';
import { toStatusObservations } from './to-status-observations.ts';

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
        splitSpan(span, type.interval).map((chunk) => ({ of, watch, metric, span: chunk })),
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
