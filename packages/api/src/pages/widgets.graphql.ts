import { isUnknownWidget, parseGlobalFilter, parseWidget, type WidgetMetric } from '@atrium/domain/pages/definitions';
import type { Builder } from '../platform/graphql/builder.ts';
import { getOutputType, type Structure } from '../platform/graphql/structures.ts';
import type { Page } from './dashboards.store.ts';
import {
  category,
  choiceFilter,
  colorimetryConfig,
  configuration,
  filters,
  grouping,
  kpiItem,
  metricConfiguration,
  sortBy,
} from './widget-structures.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A stored widget and its page. For a widget this version does not know, only type and definition. */
export interface WidgetView {
  readonly pageId: number;
  /** Index on the page, for widgets whose fields cannot be read. */
  readonly place: number;
  readonly type: string;
  readonly fields: Fields;
  readonly definition: unknown;
}

export function toWidgetViews(page: Page): WidgetView[] {
  return page.widgets.map((definition, place) => {
    const read = parseWidget(definition);
    const isReadable = read.ok && !isUnknownWidget(read.value);
    const type = (definition as { type?: unknown } | null)?.type;
    return {
      pageId: page.id,
      place,
      type: typeof type === 'string' ? type : 'unknown',
      fields: isReadable ? (read.value as Fields) : {},
      definition,
    };
  });
}

export interface GlobalFilterView {
  readonly pageId: number;
  readonly place: number;
  readonly fields: Fields;
}

export function toGlobalFilterViews(page: Page): GlobalFilterView[] {
  return page.widgetGlobalFilters.flatMap((raw, place) => {
    const read = parseGlobalFilter(raw);
    return read.ok ? [{ pageId: page.id, place, fields: read.value }] : [];
  });
}

/** Registers the widget fields that the specification defines. `definition` is the whole widget, for `parseWidget`. */
export function registerWidgets(builder: Builder) {
  const metric = registerMetric(builder);
  const widget = builder.objectRef<WidgetView>('Widget').implement({
    description: 'A stored widget. A list that is not set is empty; whatever else is not set is null.',
    fields: (t) => {
      const block = (name: string, structure: Structure) =>
        t.field({
          type: getOutputType<Fields>(builder, structure),
          nullable: true,
          resolve: ({ fields }) => (fields[name] as Fields | undefined) ?? null,
        });
      const words = (name: string) =>
        t.stringList({ length: { most: 50 }, resolve: ({ fields }) => listOf<string>(fields[name]) });
      const ids = (name: string) =>
        t.intList({ length: { most: 500 }, resolve: ({ fields }) => listOf<number>(fields[name]) });
      const word = (name: string) =>
        t.string({ nullable: true, resolve: ({ fields }) => (fields[name] as string | undefined) ?? null });
      return {
        id: t.int({
          description: 'Unique within its page.',
          resolve: ({ fields, place }) => (fields.id as number | undefined) ?? place + 1,
        }),
        pageId: t.exposeInt('pageId'),
        type: t.exposeString('type', { description: 'One nobody knows is shown by its name.' }),
        title: t.string({ resolve: ({ fields }) => (fields.title as string | undefined) ?? '' }),
        order: t.int({ resolve: ({ fields, place }) => (fields.order as number | undefined) ?? place }),
        category: block('category', category),
        tooltipMessages: words('tooltipMessages'),
        realTime: word('realTime'),
        ignoredFilters: words('ignoredFilters'),
        zoneIds: ids('zoneIds'),
        passageIds: ids('passageIds'),
        deviceIds: ids('deviceIds'),
        alertIds: ids('alertIds'),
        kind: word('kind'),
        isKpiMenuHidden: t.boolean({ resolve: ({ fields }) => fields.isKpiMenuHidden === true }),
        headers: words('headers'),
        metrics: t.field({
          type: [metric],
          length: { most: 50 },
          resolve: ({ fields }) => listOf<WidgetMetric>(fields.metrics),
        }),
        kpis: t.field({
          type: [getOutputType<Fields>(builder, kpiItem)],
          length: { most: 20 },
          resolve: ({ fields }) => kpisOf(fields),
        }),
        configuration: t.field({
          type: getOutputType<Fields>(builder, configuration),
          nullable: true,
          resolve: ({ fields }) => configurationOf(fields.configuration as Fields | undefined),
        }),
        colorimetryConfig: block('colorimetryConfig', colorimetryConfig),
        filters: block('filters', filters),
        definition: t.field({ type: 'JSON', holds: () => 10, resolve: (view) => view.definition }),
      };
    },
  });
  return { widget, globalFilter: registerGlobalFilter(builder) };
}

function registerMetric(builder: Builder) {
  return builder.objectRef<WidgetMetric>('WidgetMetric').implement({
    fields: (t) => {
      const block = (structure: Structure, of: (metric: WidgetMetric) => Fields | undefined) =>
        t.field({
          type: getOutputType<Fields>(builder, structure),
          nullable: true,
          resolve: (metric) => of(metric) ?? null,
        });
      return {
        type: t.exposeString('type', { description: 'The id of a metric.' }),
        complementary: t.string({ nullable: true, resolve: ({ complementary }) => complementary ?? null }),
        limit: t.int({ nullable: true, resolve: ({ limit }) => limit ?? null }),
        customTitle: t.string({ nullable: true, resolve: ({ customTitle }) => customTitle ?? null }),
        customSubTitle: t.string({ nullable: true, resolve: ({ customSubTitle }) => customSubTitle ?? null }),
        configuration: block(metricConfiguration, ({ configuration }) => configuration),
        filters: block(filters, (metric) => metric.filters),
        aggregation: t.string({ nullable: true, resolve: ({ aggregation }) => aggregation ?? null }),
        compare: t.string({ nullable: true, resolve: ({ compare }) => compare ?? null }),
        granularity: t.int({ nullable: true, resolve: ({ granularity }) => granularity ?? null }),
        sortBy: block(sortBy, (metric) => metric.sortBy),
        groupBy: t.field({
          type: [getOutputType<Fields>(builder, grouping)],
          length: { most: 5 },
          nullable: true,
          resolve: ({ groupBy }) => groupBy && [...groupBy],
        }),
        target: t.string({ nullable: true, resolve: ({ target }) => target ?? null }),
        passageType: t.string({ nullable: true, resolve: ({ passageType }) => passageType ?? null }),
      };
    },
  });
}

function registerGlobalFilter(builder: Builder) {
  return builder.objectRef<GlobalFilterView>('WidgetGlobalFilter').implement({
    fields: (t) => {
      const choices = (name: string) =>
        t.field({
          type: [getOutputType<Fields>(builder, choiceFilter)],
          length: { most: 10 },
          nullable: true,
          resolve: ({ fields }) => (fields[name] ? listOf<Fields>(fields[name]) : null),
        });
      const word = (name: string) =>
        t.string({ nullable: true, resolve: ({ fields }) => (fields[name] as string | undefined) ?? null });
      return {
        id: t.int({ resolve: ({ fields, place }) => (fields.id as number | undefined) ?? place + 1 }),
        pageId: t.exposeInt('pageId'),
        type: t.string({ resolve: ({ fields }) => fields.type as string }),
        order: t.int({ resolve: ({ fields, place }) => (fields.order as number | undefined) ?? place }),
        zoneIds: t.intList({ length: { most: 500 }, resolve: ({ fields }) => listOf<number>(fields.zoneIds) }),
        categoryId: t.int({
          nullable: true,
          resolve: ({ fields }) => (fields.categoryId as number | undefined) ?? null,
        }),
        dayFilters: choices('dayFilters'),
        dateFilters: choices('dateFilters'),
        datePreset: word('datePreset'),
        dateBegin: word('dateBegin'),
        dateEnd: word('dateEnd'),
      };
    },
  });
}

const listOf = <Item>(value: unknown): Item[] => (Array.isArray(value) ? [...(value as Item[])] : []);

/** Adds the widget's places to KPIs without their own. */
function kpisOf({ kpis, zoneIds, passageIds, deviceIds }: Fields): Fields[] {
  return listOf<Fields>(kpis).map((kpi) => {
    const hasOwn = ['zoneIds', 'passageIds', 'deviceIds'].some((name) => kpi[name] !== undefined);
    return hasOwn ? kpi : { zoneIds, passageIds, deviceIds, ...kpi };
  });
}

/** Converts colours to a list: they are stored by series label, which is no valid field name. */
function configurationOf(stored: Fields | undefined): Fields | null {
  if (stored === undefined) return null;
  const colors = stored.colors as Readonly<Record<string, string>> | undefined;
  if (colors === undefined) return stored;
  return { ...stored, colors: Object.entries(colors).map(([series, color]) => ({ series, color })) };
}
