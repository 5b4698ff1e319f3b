import { dayOf, dayStart, type Instant, type Span } from '@atrium/domain/core';
import { findMetric, type MeasurementQuery, ownAggregation, plainQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Answer, AnswerQueries } from '../measurements/index.ts';
import { Overloaded } from '../platform/overloaded.ts';
import type { Scope } from '../platform/tenancy/index.ts';

/** How many are in a site as a whole. */
export interface CountedInside {
  /** People; null: not known. */
  readonly inside: number | null;
  /** Since when a counter that decides it has been silent; null: all are heard of. */
  readonly silentSince: Instant | null;
  /** People when all were last heard of; null: not known, or the same. */
  readonly lastInside: number | null;
}

export interface CountReads {
  readonly answerQueries: AnswerQueries;
  readonly scope: Scope;
  readonly site: Topology;
  readonly now: Instant;
  readonly signal?: AbortSignal | undefined;
}

/** ms: silence that ended so shortly ago has not ended. */
const justNow = 1000;

/** The number pages show for now, and whether all doors still have a say in it. Rejects with `Overloaded`. */
export async function countInside(reads: CountReads): Promise<CountedInside> {
  const { site, now } = reads;
  const [present] = await answersOf(reads, [queryOf(site, 'inside', null)]);
  const silences = present?.coverage.silent.filter(({ to }) => to >= now - justNow) ?? [];
  const silentSince = silences.length === 0 ? null : Math.min(...silences.map(({ from }) => from));
  const inside = numberOf(present);
  const from = dayStart(site, dayOf(site, now));
  if (silentSince === null || silentSince <= from) return { inside, silentSince, lastInside: null };
  const [before] = await answersOf(reads, [queryOf(site, 'inside', { from, to: silentSince })]);
  return { inside, silentSince, lastInside: numberOf(before) };
}

/** ms of the flow that the staff's page tells. */
const flowMs = 900_000;

/** Who came in and went out during the last quarter of an hour; null: not known. */
export async function countFlow(
  reads: CountReads,
): Promise<{ readonly in: number | null; readonly out: number | null }> {
  const span = { from: reads.now - flowMs, to: reads.now };
  const [cameIn, wentOut] = await answersOf(
    reads,
    ['affluenceIn', 'affluenceOut'].map((metric) => queryOf(reads.site, metric, span)),
  );
  return { in: numberOf(cameIn), out: numberOf(wentOut) };
}

/** How many are inside each of some zones now. */
export async function countZones(reads: CountReads, zoneIds: readonly number[]): Promise<readonly (number | null)[]> {
  const only = (id: number) => ({ ...queryOf(reads.site, 'inside', null), zones: { exclude: false, ids: [id] } });
  return (await answersOf(reads, zoneIds.map(only))).map(numberOf);
}

async function answersOf({ answerQueries, scope, signal }: CountReads, queries: readonly MeasurementQuery[]) {
  const answers = await answerQueries(scope, queries, signal);
  return answers.map((answer) => {
    if (answer.ok) return answer.value;
    if (answer.error.code === 'OVERLOADED') throw new Overloaded(answer.error.retryAfter ?? 1);
    throw new Error(`a screen's question was refused: ${answer.error.message}`);
  });
}

function numberOf(answer: Answer | undefined): number | null {
  const point = answer?.data[0];
  return point !== undefined && point.state === undefined && typeof point.value === 'number' ? point.value : null;
}

function queryOf(site: Topology, id: string, span: Span | null): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`screens ask for ${id}, which is no metric`);
  return {
    ...plainQuery,
    metric: id,
    aggregation: metric.kind === 'state' ? 'LAST' : ownAggregation(metric),
    periods: span === null ? [] : [{ kind: 'span', span }],
    installations: { exclude: false, ids: [site.installationId] },
  };
}
