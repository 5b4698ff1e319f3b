import { type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { getQuantities, type LabelledValue, type MeasurementQuery } from '@atrium/domain/numbers';
import { createQueryReader, type QueryReader, type Statement } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { buildAnswer } from './answer/answer.ts';
import type { MeasurementDeps } from './answer-queries.ts';
import { batchSales } from './evaluate/counts/sales-cells.ts';
import { type EvaluatedSite, evaluatePlans } from './evaluate/evaluate-plan.ts';
import { batchSetPoints, noCorrections } from './evaluate/presence/set-points.ts';
import { planByReadings } from './plan/plan-by-readings.ts';
import type { Plan, PlannedSite } from './plan/plan-query.ts';
import { narrow } from './plan/scoped-query.ts';
import type { Source } from './plan/sources.ts';
import { createScanners } from './read/scanner.ts';

/** Answers a query and describes each step as text. Uses no cached answers. */
export type ExplainPlan = (scope: Scope, query: MeasurementQuery) => Promise<Result<readonly string[], Failure>>;

export function createExplainPlan(deps: MeasurementDeps): ExplainPlan {
  const { analytics, sites, facts, sales, clock, ledger, corrections = noCorrections } = deps;
  return async (scope, query) => {
    const [topologies, allFacts] = await Promise.all([sites.topologies(scope), facts(scope)]);
    await ledger?.open();
    const { reader, statements } = listeningReader(createQueryReader(analytics, buildQueryOwner(scope)));
    // Created per call, because cached reads would hide statements.
    const scanner = createScanners(deps)(reader, scope.organizationId);
    const now = clock.now();
    const scopedQuery = narrow(scope, query, topologies, allFacts);
    if (!scopedQuery.ok) return scopedQuery;
    const plans = await planByReadings(scopedQuery.value, now, scanner);
    if (!plans.ok) return plans;
    const lengths = statements.splice(0);
    const reading = { scanner, sales: batchSales(sales), corrections: batchSetPoints(corrections) };
    const evaluated = await evaluatePlans(plans.value, reading, now);
    const { answer } = await buildAnswer(plans.value, evaluated, now);
    return ok([
      'plan',
      ...plans.value.flatMap(planLines),
      ...lengths.flatMap((statement) => ['  how long readings are', ...statementLines(statement)]),
      'read',
      ...statements.flatMap((statement, index) => [`  statement ${index + 1}`, ...statementLines(statement)]),
      ...(statements.length === 0 ? ['  nothing'] : []),
      'evaluate',
      ...plans.value.flatMap((plan, index) => evaluateLines(plan, evaluated[index] ?? [])),
      'answer',
      ...answerLines(answer.data, answer.unit),
    ]);
  };
}

/** Formats a statement as sent, for review. */
export function statementText({ sql, params }: Statement): string {
  const named = Object.entries(params ?? {}).map(([name, value]) => `-- ${name} = ${JSON.stringify(value)}`);
  return [sql.trim(), ...named].join('\n');
}

const statementLines = (statement: Statement) =>
  statementText(statement)
    .split('\n')
    .map((line) => `    ${line}`);

function listeningReader(reader: QueryReader): {
  readonly reader: QueryReader;
  readonly statements: Statement[];
} {
  const statements: Statement[] = [];
  const heard = (statement: Statement) => {
    statements.push(statement);
    return statement;
  };
  return {
    statements,
    reader: {
      query: (statement) => reader.query(heard(statement)),
      columns: (statement) => reader.columns(heard(statement)),
    },
  };
}

function planLines(plan: Plan): string[] {
  const { query, metric, grain, sites } = plan;
  const groups = query.groupBy.map(({ type }) => type).join(', then ');
  return [
    `  ${metric.id} ${query.aggregation}${groups === '' ? '' : ` by ${groups}`}, known in steps of ${widthOf(grain.base)}`,
    ...sites.flatMap((site) => siteLines(plan, site)),
  ];
}

function siteLines({ metric }: Plan, { topology, timeline, spans, series }: PlannedSite): string[] {
  const times = spans.map(({ from, to }) => `${timeOf(from)} to ${timeOf(to)}`).join(', ');
  return [
    `    site ${topology.installationId} (${topology.timezone}): ${times}: ${timeline.buckets.length} steps`,
    ...series.map(({ selection, groups, sources }) => {
      const label =
        [...groups.values()].map((group) => group.label).join(', ') || `zones ${selection.zoneIds.join(', ')}`;
      const parts = getQuantities(metric).map((_, quantity) => (sources[quantity] ?? []).map(sourceText).join(' '));
      return `      ${label}: ${parts.map((part) => part || 'no devices').join(' over ')}`;
    }),
  ];
}

const sourceText = ({ sign, metric, deviceId }: Source) => `${sign < 0 ? '−' : '+'}${metric}@${deviceId}`;
const timeOf = (at: Instant) => new Date(at).toISOString();
const widthOf = (seconds: number) => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

function evaluateLines({ metric, sites }: Plan, evaluated: readonly EvaluatedSite[]): string[] {
  return sites.flatMap(({ topology }, index) =>
    getQuantities(metric).map(({ expression }, quantity) => {
      const lines = evaluated[index]?.current[quantity]?.cells.flatMap((splits) => [...splits.values()]) ?? [];
      const cells = lines.flat();
      const known = cells.filter(({ state }) => state === 'known').length;
      return `  ${metric.id}: ${expression.type} at site ${topology.installationId}: ${known} of ${cells.length} cells known`;
    }),
  );
}

function answerLines(values: readonly LabelledValue[], unit: string, depth = 1): string[] {
  const indent = '  '.repeat(depth);
  return values.flatMap(({ label, value, state }) =>
    Array.isArray(value)
      ? [`${indent}${label}`, ...answerLines(value, unit, depth + 1)]
      : [`${indent}${label}: ${state ?? `${value} ${unit}`.trim()}`],
  );
}
