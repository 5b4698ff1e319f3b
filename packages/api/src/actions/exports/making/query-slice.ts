import { setTimeout as delay } from 'node:timers/promises';
import type { ExportPlace, ExportRequest } from '@atrium/domain/actions/exports';
import {
  err,
  type Failure,
  type Granularity,
  ok,
  type PassageId,
  type Result,
  roundUpGranularity,
  type Span,
  type ZoneId,
} from '@atrium/domain/core';
import {
  type Coverage,
  emptyQuery,
  getDefaultAggregation,
  type LabelledValue,
  type MeasurementQuery,
  type Metric,
} from '@atrium/domain/numbers';
import type { Answer, AnswerQueries } from '../../../numbers/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';

/** Inputs of a query: scope, request and places. */
export interface QueryContext {
  readonly answerQueries: AnswerQueries;
  readonly scope: Scope;
  readonly request: Pick<ExportRequest, 'target' | 'installationId'>;
  readonly places: readonly ExportPlace[];
  readonly signal?: AbortSignal | undefined;
}

/** Value of one metric at one place in one bucket. */
export interface Cell {
  readonly value: number | null;
  readonly partial: boolean;
  readonly closed: boolean;
}

export interface Slice {
  /** Width of the rows. Wider than requested if sensors report less often. */
  readonly width: Granularity;
  /** By metric, then place, then label. */
  readonly cells: readonly ReadonlyMap<number, ReadonlyMap<string, Cell>>[];
}

/** Limit of points per query, with room for the hour a clock is set back. */
const maxPoints = 18_000;

/** Queries metrics for a part of the period. All rows have the same width. */
export async function querySlice(
  asking: QueryContext,
  metrics: readonly Metric[],
  span: Span,
  asked: Granularity,
): Promise<Result<Slice, Failure>> {
  const first = await queryAll(asking, metrics, span, asked);
  if (!first.ok) return first;
  const width = roundUpGranularity(Math.max(asked, ...first.value.flat().map(({ granularity }) => granularity ?? 0)));
  const isCoarser = first.value.some((one) => one.some(({ granularity }) => (granularity ?? asked) < width));
  const answers = isCoarser ? await queryAll(asking, metrics, span, width) : first;
  if (!answers.ok) return answers;
  const groups = groupPlaces(asking, span, width);
  return ok({
    width,
    cells: answers.value.map((parts) => cellsOf(parts, groups, asking.request.target)),
  });
}

/** Metrics with data in the whole period. */
export interface MeasuredMetrics {
  /** Metrics with known values, or all if none has any. */
  readonly metrics: readonly Metric[];
  /** Coverage of the sensors behind them. */
  readonly coverage: Coverage;
}

export async function findMeasuredMetrics(
  asking: QueryContext,
  metrics: readonly Metric[],
  span: Span,
): Promise<Result<MeasuredMetrics, Failure>> {
  const queries = metrics.map((metric) => buildQuery(asking, metric, span, asking.places, null));
  const answers = await runQueries(asking, queries);
  if (!answers.ok) return answers;
  const known = answers.value.flatMap((answer, at) =>
    isKnown(answer.data) ? [{ answer, metric: metrics[at] as Metric }] : [],
  );
  const measured = known.length > 0 ? known.map(({ metric }) => metric) : metrics;
  const told = known.length > 0 ? known.map(({ answer }) => answer) : answers.value;
  return ok({ metrics: measured, coverage: mergeCoverage(told) });
}

/** Merges coverages: the lowest ratio, and each silence once. */
function mergeCoverage(answers: readonly Answer[]): Coverage {
  const ratios = answers.flatMap(({ coverage }) => coverage.ratio ?? []);
  const silent = answers.flatMap(({ coverage }) => coverage.silent);
  const once = new Map(silent.map((one) => [`${one.deviceId} ${one.from}`, one]));
  return {
    ratio: ratios.length === 0 ? null : Math.min(...ratios),
    silent: [...once.values()].toSorted((left, right) => left.from - right.from || left.deviceId - right.deviceId),
  };
}

const isKnown = (values: readonly LabelledValue[]): boolean =>
  values.some(({ value }) => (isList(value) ? isKnown(value) : typeof value === 'number'));

/** Returns the answers for all places by metric, with a few places per query if there are too many points for one. */
async function queryAll(
  asking: QueryContext,
  metrics: readonly Metric[],
  span: Span,
  width: Granularity,
): Promise<Result<readonly (readonly Answer[])[], Failure>> {
  const byMetric: Answer[][] = metrics.map(() => []);
  for (const places of groupPlaces(asking, span, width)) {
    const answers = await runQueries(
      asking,
      metrics.map((metric) => buildQuery(asking, metric, span, places, width)),
    );
    if (!answers.ok) return answers;
    for (const [at, answer] of answers.value.entries()) byMetric[at]?.push(answer);
  }
  return ok(byMetric);
}

/**
 * Groups places into queries within the limit of points. Answers identify passages by name, so two passages of one name
 * are never in the same query.
 */
function groupPlaces(
  { request, places }: Pick<QueryContext, 'request' | 'places'>,
  span: Span,
  width: Granularity,
): readonly (readonly ExportPlace[])[] {
  const buckets = Math.max(1, Math.ceil((span.to - span.from) / (width * 1000)));
  const size = Math.max(1, Math.floor(maxPoints / buckets));
  const seen = new Map<string, number>();
  const rounds = Map.groupBy(places, ({ name }) => {
    if (request.target === 'zone') return 0;
    const round = seen.get(name) ?? 0;
    seen.set(name, round + 1);
    return round;
  });
  return [...rounds.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size)),
  );
}

/** Delays before retries of an overloaded query, ms. */
const retryDelays = [1000, 5000, 15_000, 30_000];

/** Runs queries in the background and retries them while the server is overloaded. */
async function runQueries(
  { answerQueries, scope, signal }: QueryContext,
  queries: readonly MeasurementQuery[],
): Promise<Result<readonly Answer[], Failure>> {
  for (let tries = 0; ; tries += 1) {
    const answers = await answerQueries(scope, queries, signal);
    const refused = answers.find((answer) => !answer.ok);
    if (refused === undefined) return ok(answers.flatMap((answer) => (answer.ok ? [answer.value] : [])));
    const pause = retryDelays[tries];
    if (refused.ok || refused.error.code !== 'OVERLOADED' || pause === undefined)
      return refused.ok ? ok([]) : err(refused.error);
    await delay(pause, undefined, { signal });
  }
}

/** Builds a query. Without a width it covers the whole span. */
function buildQuery(
  { request: { target, installationId } }: QueryContext,
  metric: Metric,
  span: Span,
  places: readonly ExportPlace[],
  width: Granularity | null,
): MeasurementQuery {
  const only = <Id extends number>(ids: readonly Id[]) => ({
    exclude: false,
    ids: ids.toSorted((left, right) => left - right),
  });
  const isOfZones = target === 'zone';
  const date = width === null ? [] : [{ type: 'DATE', granularity: width, period: null, ids: null } as const];
  const place = { type: isOfZones ? 'ZONE_ID' : 'PASSAGE', granularity: null, period: null, ids: null } as const;
  return {
    ...emptyQuery,
    metric: metric.id,
    aggregation: getDefaultAggregation(metric),
    target: isOfZones ? 'ZONE' : 'PASSAGE',
    periods: [{ kind: 'span', span }],
    granularity: width,
    groupBy: [place, ...date],
    installations: only([installationId]),
    zones: isOfZones ? only(places.map(({ id }) => id as ZoneId)) : null,
    passages: isOfZones ? null : only(places.map(({ id }) => id as PassageId)),
  };
}

function cellsOf(
  answers: readonly Answer[],
  groups: readonly (readonly ExportPlace[])[],
  target: ExportRequest['target'],
): ReadonlyMap<number, ReadonlyMap<string, Cell>> {
  const cells = new Map<number, ReadonlyMap<string, Cell>>();
  for (const [at, { data }] of answers.entries()) {
    const ids = new Map(groups[at]?.map(({ id, name }) => [target === 'zone' ? String(id) : name, id]));
    for (const { label, value } of data) {
      const id = ids.get(label);
      if (id !== undefined && isList(value)) cells.set(id, new Map(value.map((one) => [one.label, cellOf(one)])));
    }
  }
  return cells;
}

function cellOf({ value, partial, state }: LabelledValue): Cell {
  return {
    value: typeof value === 'number' ? value : null,
    partial: partial === true,
    closed: state === 'closed',
  };
}

const isList = (value: LabelledValue['value']): value is readonly LabelledValue[] => Array.isArray(value);
