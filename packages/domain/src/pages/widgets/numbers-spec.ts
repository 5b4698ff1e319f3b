import type { Widget, WidgetMetric } from '../definitions/index.ts';
import { buildMetricQueries } from './asking/metric-queries.ts';
import { numbersOptions, ownOptions } from './options/option-sets.ts';
import type { OptionName } from './options/option-table.ts';
import { getWidgetSettings, type WidgetSettings } from './settings.ts';
import type { LiveMode, Outline, Shelf, WidgetContext, WidgetSize, WidgetSpec } from './widget-spec.ts';

type GroupingName = NonNullable<WidgetMetric['groupBy']>[number]['type'];

interface NumbersSpec {
  /** Default grouping of metrics; null shows one number each. */
  readonly groupBy: readonly GroupingName[] | null;
  readonly withCourse?: boolean;
  readonly byClock?: boolean;
  readonly oneMetric?: (settings: WidgetSettings, widget: Widget) => boolean;
  readonly size: WidgetSize | ((widget: Widget, context: WidgetContext | null) => WidgetSize);
  readonly shelf?: Shelf;
  readonly asksFor?: number;
  /** Options besides those of all types. */
  readonly options: readonly OptionName[];
  readonly outline?: Outline;
  readonly isFigures?: boolean;
  readonly live?: LiveMode;
  readonly isEvolution?: boolean;
}

/** Builds the spec of a type that shows the answers to its metrics. */
export function numbersSpec(of: NumbersSpec): WidgetSpec<WidgetSettings> {
  const { size } = of;
  return {
    version: 1,
    migrations: {},
    settings: getWidgetSettings,
    source: 'numbers',
    toQueries: (widget, context) =>
      buildMetricQueries(widget, context, {
        groupBy: of.groupBy?.map((type) => ({ type })) ?? null,
        withCourse: of.withCourse ?? false,
        byClock: of.byClock ?? false,
        oneMetric: of.oneMetric?.(getWidgetSettings(widget), widget) ?? false,
      }),
    size: typeof size === 'function' ? size : () => size,
    shelf: of.shelf ?? 'charts',
    asksFor: of.asksFor ?? 1,
    options: [...numbersOptions, ...of.options],
    outline: of.outline ?? 'block',
    isFigures: of.isFigures ?? false,
    live: of.live ?? 'slow',
    isEvolution: of.isEvolution ?? false,
  };
}

interface OwnSpec {
  readonly size: WidgetSize | ((widget: Widget) => WidgetSize);
  readonly live: LiveMode;
  readonly outline?: Outline;
  readonly shelf?: Shelf;
  readonly asksFor?: number;
  readonly options?: readonly OptionName[];
}

/** Builds the spec of a type that loads its own data: pictures, weather, alerts. */
export function ownSpec({ size, live, outline = 'block', shelf = 'site', ...of }: OwnSpec): WidgetSpec<WidgetSettings> {
  return {
    version: 1,
    migrations: {},
    settings: getWidgetSettings,
    source: 'own',
    toQueries: () => [],
    size: typeof size === 'function' ? size : () => size,
    shelf,
    asksFor: of.asksFor ?? 0,
    options: [...ownOptions, ...(of.options ?? [])],
    outline,
    isFigures: false,
    live,
    isEvolution: false,
  };
}
