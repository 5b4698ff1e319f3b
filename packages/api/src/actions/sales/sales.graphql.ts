import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { FunnelChange, FunnelFigure, FunnelFigures } from './funnel-figures.ts';
import { type ImportsGraphqlDependencies, registerImportsOnHub } from './imports/imports.graphql.ts';
import {
  type FunnelPeriod,
  type FunnelReads,
  maxMonths,
  maxShops,
  readFunnelPeriods,
  readSiteFunnels,
  readTotalFunnel,
} from './sales-funnel.ts';

export interface SalesDependencies {
  readonly funnel: FunnelReads;
  readonly imports: ImportsGraphqlDependencies;
}

/** Cost in µs of ten figures of one shop and month. */
const costOfMonth = 2400;
/** Cost of a shop's statements in µs. A comparison doubles it. */
const costOfShop = 110_000;

interface Asked {
  readonly siteIds: readonly number[];
  readonly dates: readonly string[];
  readonly compare?: boolean | null | undefined;
}

/** Registers sales imports and the funnel: passers-by, visitors and buyers, per shop and in total. */
export function registerSalesOnHub(hub: Builder, { funnel, imports }: SalesDependencies): void {
  registerImportsOnHub(hub, imports);
  const types = registerTypes(hub);
  const auth = { area: 'salesFunnel' } as const;
  hub.queryField('salesFunnelAvailablePeriods', (t) =>
    t.withAuth(auth).field({
      type: [types.period],
      length: { most: 1200 },
      description:
        'The months of which it is known what was sold at any of these sites, oldest first; of demonstration figures the days.',
      args: { siteIds: t.arg.intList({ required: true }) },
      resolve: async (_root, { siteIds }, { scope }) => [...orThrow(await readFunnelPeriods(funnel, scope, siteIds))],
    }),
  );
  const costOf = ({ siteIds, dates, compare }: Asked) => {
    const ofOne = Math.min(dates.length, maxMonths) * costOfMonth + (compare ? 2 : 1) * costOfShop;
    return 20_000 + Math.min(siteIds.length, maxShops) * ofOne;
  };
  const wantedArgs = hub.args((t) => ({
    siteIds: t.intList({ required: true }),
    dates: t.stringList({ required: true }),
    compare: t.boolean({ description: 'Beside the same days a year before.' }),
  }));
  hub.queryField('salesFunnelMetrics', (t) =>
    t.withAuth(auth).field({
      type: [types.metrics],
      length: { most: maxShops },
      description: 'Of each site over the months that hold these dates, in the order asked for.',
      cost: costOf,
      args: wantedArgs,
      resolve: async (_root, wanted, { scope, signal }) => [
        ...orThrow(await readSiteFunnels(funnel, scope, { ...wanted, compare: wanted.compare ?? false }, signal)),
      ],
    }),
  );
  hub.queryField('salesFunnelMetricsTotal', (t) =>
    t.withAuth(auth).field({
      type: types.metrics,
      nullable: true,
      description: 'Of all these sites together; null: the caller sees none of them.',
      cost: costOf,
      args: wantedArgs,
      resolve: async (_root, wanted, { scope, signal }) =>
        orThrow(await readTotalFunnel(funnel, scope, { ...wanted, compare: wanted.compare ?? false }, signal)),
    }),
  );
}

/** Descriptions of the figures, in the units of the metrics with these names. */
const told: Readonly<Record<FunnelFigure, string>> = {
  pedestrian: 'People who passed by.',
  captureRate: '%: of those who passed by, who came in.',
  affluenceIn: 'People who came in.',
  conversionRate: '%: receipts of those who came in.',
  numberOfOrders: 'Receipts.',
  numberOfGoodsSold: 'Items.',
  turnover: 'In the currency.',
  avgBasketPrice: 'In the currency, of a receipt.',
  avgBasketSize: 'Items of a receipt.',
  salesIndex: 'In the currency, of each who came in.',
};

function registerTypes(hub: Builder) {
  const days = hub.objectRef<FunnelFigures['soldDays']>('SalesFunnelDays').implement({
    fields: (t) => ({
      known: t.exposeInt('known', { description: 'Open days of shops of which it is known what was sold.' }),
      all: t.exposeInt('all', { description: 'Days up to today on which shops were open.' }),
    }),
  });
  const change = hub.objectRef<FunnelChange>('SalesFunnelChange').implement({
    fields: (t) => ({
      figure: t.exposeString('figure', { description: 'The name of a field beside.' }),
      before: t.exposeFloat('before', {
        nullable: true,
        description: 'A year before, derived from what is known in both years; null: too little is known.',
      }),
      evolution: t.exposeFloat('evolution', { nullable: true, description: 'From that to the figure, in %.' }),
    }),
  });
  const period = hub.objectRef<FunnelPeriod>('SalesFunnelPeriod').implement({
    fields: (t) => ({
      datePeriodStart: t.exposeString('datePeriodStart'),
      datePeriodEnd: t.exposeString('datePeriodEnd', { description: 'Included.' }),
      isDemonstration: t.exposeBoolean('isDemonstration', { description: 'A day of invented figures.' }),
    }),
  });
  const metrics = hub.objectRef<FunnelFigures & { readonly siteId?: number }>('SalesFunnelMetrics').implement({
    fields: (t) => ({
      siteId: t.int({
        nullable: true,
        description: 'null: of several together.',
        resolve: ({ siteId }) => siteId ?? null,
      }),
      ...Object.fromEntries(
        (Object.keys(told) as FunnelFigure[]).map((figure) => [
          figure,
          t.float({ nullable: true, description: told[figure], resolve: ({ values }) => values[figure] }),
        ]),
      ),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'ISO 4217; null: none is declared, or several are.',
      }),
      changes: t.field({
        type: [change],
        length: { most: 10 },
        description: 'Beside the same days a year before; empty unless asked for.',
        resolve: ({ changes }) => [...changes],
      }),
      soldDays: t.field({ type: days, resolve: ({ soldDays }) => soldDays }),
      isDemonstration: t.exposeBoolean('isDemonstration', {
        description: 'Invented, for showing what a funnel tells: not what was counted and sold.',
      }),
      date: t.exposeString('date', { nullable: true, description: 'The one day demonstration figures are of.' }),
    }),
  });
  return { period, metrics };
}
