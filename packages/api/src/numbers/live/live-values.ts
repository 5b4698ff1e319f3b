import type { Failure, Instant, Result, Span } from '@atrium/domain/core';
import {
  emptyQuery,
  findMetric,
  type GroupBy,
  getDefaultAggregation,
  type LabelledValue,
  type MeasurementQuery,
  type Metric,
  type Target,
} from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Overloaded } from '../../platform/failures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Answer, AnswerQueries } from '../index.ts';

/** A watched value of one entity. */
export interface LivePair {
  readonly target: Target;
  readonly entityId: number;
  readonly metric: string;
}

/** Current value of a pair. `value` is null unless known. */
export interface LiveValue {
  readonly entityId: number;
  readonly metric: string;
  readonly value: number | null;
  /** Time it was computed. */
  readonly at: Instant;
  readonly state: 'known' | 'missing' | 'closed';
}

export const toPairKey = ({ target, entityId, metric }: LivePair) => `${target} ${entityId} ${metric}`;

/**
 * Returns the current values of pairs at one site, by `pairKey`. Flows and ratios are today's total so far, states the
 * last value, samples the last value within two intervals of the slowest sensor. Rejects with `Overloaded` if they
 * cannot be read now.
 */
export async function readLiveValues(
  answerQueries: AnswerQueries,
  scope: Scope,
  site: Topology,
  pairs: readonly LivePair[],
  now: Instant,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LiveValue>> {
  const questions = askFor(pairs, site, now);
  const answers = await answerQueries(
    scope,
    questions.map((question) => question.query),
    signal,
  );
  for (const answer of answers)
    if (!answer.ok && answer.error.code === 'OVERLOADED') throw new Overloaded(answer.error.retryAfter ?? 1);
  const values = new Map<string, LiveValue>();
  for (const [index, question] of questions.entries()) {
    for (const { pair, found } of question.read(answers[index] as Result<Answer, Failure>)) {
      const known = found !== undefined && found.state === undefined && typeof found.value === 'number';
      values.set(toPairKey(pair), {
        entityId: pair.entityId,
        metric: pair.metric,
        value: known ? (found.value as number) : null,
        at: now,
        state: known ? 'known' : (found?.state ?? 'missing'),
      });
    }
  }
  return values;
}

interface Question {
  readonly query: MeasurementQuery;
  readonly read: (
    answer: Result<Answer, Failure>,
  ) => readonly { readonly pair: LivePair; readonly found: LabelledValue | undefined }[];
}

function askFor(pairs: readonly LivePair[], site: Topology, now: Instant): Question[] {
  const byMetric = Map.groupBy(pairs, (pair) => `${pair.target} ${pair.metric}`);
  return [...byMetric.values()].flatMap((group) => {
    const { target, metric: id } = group[0] as LivePair;
    const metric = findMetric(id);
    if (metric === undefined) return [];
    // Zones have their id in the answer, so one query covers several. Passages and devices have names, which may
    // repeat.
    if (target === 'ZONE') return [zonesQuestion(metric, group, site, now)];
    return group.map((pair) => entityQuestion(metric, pair, site, now));
  });
}

function zonesQuestion(metric: Metric, pairs: readonly LivePair[], site: Topology, now: Instant): Question {
  const ids = [...new Set(pairs.map((pair) => pair.entityId))].sort((left, right) => left - right);
  return {
    query: {
      ...liveQuery(metric, site, now, [{ type: 'ZONE_ID', granularity: null, period: null, ids: null }]),
      zones: { exclude: false, ids },
    },
    read(answer) {
      const byId = new Map(answer.ok ? answer.value.data.map((value) => [value.label, value]) : []);
      return pairs.map((pair) => ({ pair, found: byId.get(`${pair.entityId}`) }));
    },
  };
}

function entityQuestion(metric: Metric, pair: LivePair, site: Topology, now: Instant): Question {
  const only = { exclude: false, ids: [pair.entityId] };
  const query = { ...liveQuery(metric, site, now, []), target: pair.target };
  return {
    query: pair.target === 'PASSAGE' ? { ...query, passages: only } : { ...query, devices: only },
    read: (answer) => [{ pair, found: answer.ok ? answer.value.data[0] : undefined }],
  };
}

function liveQuery(metric: Metric, site: Topology, now: Instant, groupBy: readonly GroupBy[]): MeasurementQuery {
  const isLast = ['state', 'sample', 'score', 'status'].includes(metric.kind) || metric.id === 'occupancy';
  return {
    ...emptyQuery,
    metric: metric.id,
    aggregation: isLast ? 'LAST' : getDefaultAggregation(metric),
    periods: ['sample', 'score', 'status'].includes(metric.kind) ? [{ kind: 'span', span: recent(site, now) }] : [],
    groupBy,
    installations: { exclude: false, ids: [site.installationId] },
  };
}

/** A sample is current for two intervals. */
function recent(site: Topology, now: Instant): Span {
  const sensors = site.devices.filter((device) => device.kind === 'atmosphere');
  const interval = Math.max(60, ...sensors.map((device) => device.interval));
  return { from: now - 2 * interval * 1000, to: now + 1 };
}
