import type { Failure, Result } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { SignedInContext } from '../platform/graphql/context.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import {
  type AggregatedValue,
  type AskedValues,
  buildMetricQueries,
  estimateValuesCost,
  toAggregatedValue,
} from './aggregated-values.ts';
import type { Answer } from './planner/answer/answer.ts';
import type { PointStateRef } from './point-state.graphql.ts';

/** Fields of a KPI figure that determine its value. */
interface Kpi {
  readonly type?: unknown;
  readonly zoneIds?: unknown;
  readonly passageIds?: unknown;
  readonly deviceIds?: unknown;
}

interface KpiDeps {
  readonly kpi: TypeRef<object>;
  readonly load: (context: SignedInContext, query: MeasurementQuery) => Promise<Result<Answer, Failure>>;
  readonly pointState: PointStateRef;
}

/** Registers `rawValue` of KPI figures: today's value of their metric at their places. */
export function registerKpiValues(builder: Builder, { kpi, load, pointState }: KpiDeps): void {
  const value = builder.objectRef<AggregatedValue>('KpiValue').implement({
    fields: (t) => ({
      value: t.exposeFloat('value', { nullable: true }),
      unit: t.exposeString('unit'),
      state: t.expose('state', { type: pointState }),
    }),
  });
  builder.objectField(kpi, 'rawValue', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: value,
      nullable: true,
      description: 'The value of today so far, without the filters of the page. Null if the item is not a metric.',
      cost: (_args, sizes) => estimateValuesCost({ metrics: ['affluenceIn'], zoneIds: [1] }, sizes),
      resolve: async (item, _args, context) => {
        const [asked] = orThrow(buildMetricQueries(askedOf(item), context.scope.organizationId));
        if (asked === undefined || !asked.query.ok) return null;
        return toAggregatedValue(asked.metric, await load(context, asked.query.value));
      },
    }),
  );
}

function askedOf({ type, zoneIds, passageIds, deviceIds }: Kpi): AskedValues {
  const ids = (list: unknown) => (Array.isArray(list) ? (list as readonly number[]) : []);
  return { metrics: [String(type)], zoneIds: ids(zoneIds), passageIds: ids(passageIds), deviceIds: ids(deviceIds) };
}
