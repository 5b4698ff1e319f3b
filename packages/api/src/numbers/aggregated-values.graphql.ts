import type { Failure, Result } from '@atrium/domain/core';
import type { Coverage, MeasurementQuery } from '@atrium/domain/numbers';
import { descriptorValues } from '@atrium/domain/numbers/readings';
import { widgetTypes } from '@atrium/domain/pages/definitions';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { SignedInContext } from '../platform/graphql/context.ts';
import { orThrow, toGraphqlError } from '../platform/graphql/errors.ts';
import {
  type AggregatedValue,
  buildMetricQueries,
  estimateValuesCost,
  toAggregatedValue,
} from './aggregated-values.ts';
import type { Answer } from './planner/answer/answer.ts';
import type { PointStateRef } from './point-state.graphql.ts';
import type { registerInputs } from './query-inputs.graphql.ts';

interface AggregatedDeps {
  readonly load: (context: SignedInContext, query: MeasurementQuery) => Promise<Result<Answer, Failure>>;
  readonly filters: ReturnType<typeof registerInputs>['filters'];
  readonly coverage: TypeRef<Coverage>;
  readonly pointState: PointStateRef;
}

/** Registers `aggregatedValues`: the numbers of a KPI or table widget without live updates, all metrics at once. */
export function registerAggregatedValues(
  builder: Builder,
  { load, filters, coverage, pointState }: AggregatedDeps,
): void {
  const value = registerValue(builder, coverage, pointState);
  const input = builder.inputType('AggregatedValuesInput', {
    fields: (t) => ({
      metrics: t.stringList({ required: true }),
      deviceIds: t.intList(),
      zoneIds: t.intList(),
      passageIds: t.intList(),
      installationId: t.int(),
      organizationId: t.int(),
      filters: t.field({ type: filters }),
      widgetType: t.field({ type: builder.enumType('WidgetType', { values: widgetTypes }) }),
    }),
  });
  builder.queryField('aggregatedValues', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [value],
      length: { argument: 'input.metrics' },
      description:
        'In the order of the metrics. Ids of devices, else of passages, else of zones say what the rows are.',
      args: { input: t.arg({ type: input, required: true }) },
      cost: ({ input: asked }, sizes) => estimateValuesCost(asked, sizes),
      resolve: async (_root, { input: asked }, context) => {
        const queries = orThrow(buildMetricQueries(asked, context.scope.organizationId));
        const outcomes = await Promise.all(
          queries.map(async ({ metric, query }) => ({
            metric,
            outcome: query.ok ? await load(context, query.value) : query,
          })),
        );
        // An invalid metric fails alone; any other error fails the whole request.
        const failures = outcomes.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.error]));
        const grave = failures.find(({ code }) => code !== 'BAD_INPUT') ?? failures[0];
        if (grave !== undefined && (grave.code !== 'BAD_INPUT' || failures.length === outcomes.length))
          throw toGraphqlError(grave);
        return outcomes.map(({ metric, outcome }) => toAggregatedValue(metric, outcome));
      },
    }),
  );
}

function registerValue(builder: Builder, coverage: TypeRef<Coverage>, pointState: PointStateRef) {
  return builder.objectRef<AggregatedValue>('AggregatedValue').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      unit: t.exposeString('unit'),
      value: t.exposeFloat('value', { nullable: true, description: 'Of all that is asked about, as one.' }),
      state: t.expose('state', { type: pointState }),
      partial: t.exposeBoolean('partial'),
      notTold: t.stringList({
        length: { most: Object.keys(descriptorValues).length },
        description: "Descriptors asked for that the sensors don't tell, where that is why it is missing.",
        resolve: ({ notTold }) => [...notTold],
      }),
      data: t.field({
        type: 'LabelledValues',
        description: 'Of tables a row for each zone, passage or device, by its id; else one value.',
        resolve: ({ data }) => data,
      }),
      coverage: t.expose('coverage', { type: coverage, nullable: true }),
      problem: t.exposeString('problem', { nullable: true, description: 'Why this metric can not be asked that way.' }),
    }),
  });
}
