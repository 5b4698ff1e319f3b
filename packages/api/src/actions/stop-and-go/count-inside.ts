import { type Instant, type Span, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import { emptyQuery, findMetric, getDefaultAggregation, type MeasurementQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Answer, AnswerQueries } from '../../numbers/index.ts';
import { Overloaded } from '../../platform/failures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

/** People inside a site as a whole. */
export interface CountedInside {
  /** People. Null: unknown. */
  readonly inside: number | null;
  /** Start of the current silence of a counter at the outer doors. Null: all report. */
  readonly silentSince: Instant | null;
  /** People when that silence began. Null: unknown, or no silence today. */
  readonly lastInside: number | null;
}

export interface CountReads {
  readonly answerQueries: AnswerQueries;
  readonly scope: Scope;
  readonly site: Topology;
  readonly now: Instant;
  readonly signal?: AbortSignal | undefined;
}

/** A silence that ended this recently counts as current, ms. */
const silenceGraceMs = 1000;

/** Returns the number that pages currently show, and whether all outer doors report. Rejects with `Overloaded`. */
export async function countInside(reads: CountReads): Promise<CountedInside> {
  const { site, now } = reads;
  const [present] = await runQueries(reads, [buildQuery(site, 'inside', null)]);
  const silences = present?.coverage.silent.filter(({ to }) => to >= now - silenceGraceMs) ?? [];
  const silentSince = silences.length === 0 ? null : Math.min(...silences.map(({ from }) => from));
  const inside = numberOf(present);
  const from = startOfSiteDay(site, toSiteDay(site, now));
  if (silentSince === null || silentSince <= from) return { inside, silentSince, lastInside: null };
  const [before] = await runQueries(reads, [buildQuery(site, 'inside', { from, to: silentSince })]);
  return { inside, silentSince, lastInside: numberOf(before) };
}

/** Period of the flow on the staff's page, ms. */
const flowMs = 900_000;

/** Returns entries and exits of the last 15 minutes. Null: unknown. */
export async function countFlow(
  reads: CountReads,
): Promise<{ readonly in: number | null; readonly out: number | null }> {
  const span = { from: reads.now - flowMs, to: reads.now };
  const [cameIn, wentOut] = await runQueries(
    reads,
    ['affluenceIn', 'affluenceOut'].map((metric) => buildQuery(reads.site, metric, span)),
  );
  return { in: numberOf(cameIn), out: numberOf(wentOut) };
}

/** Returns the people currently inside each zone. */
export async function countZones(reads: CountReads, zoneIds: readonly number[]): Promise<readonly (number | null)[]> {
  const only = (id: number) => ({ ...buildQuery(reads.site, 'inside', null), zones: { exclude: false, ids: [id] } });
  return (await runQueries(reads, zoneIds.map(only))).map(numberOf);
}

async function runQueries({ answerQueries, scope, signal }: CountReads, queries: readonly MeasurementQuery[]) {
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

function buildQuery(site: Topology, id: string, span: Span | null): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`screens ask for ${id}, which is no metric`);
  return {
    ...emptyQuery,
    metric: id,
    aggregation: metric.kind === 'state' ? 'LAST' : getDefaultAggregation(metric),
    periods: span === null ? [] : [{ kind: 'span', span }],
    installations: { exclude: false, ids: [site.installationId] },
  };
}
