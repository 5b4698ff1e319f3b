import type { Widget, WidgetMetric } from '../definitions/index.ts';
import { askMetrics } from './asking/ask.ts';
import { settingsOf, type WidgetSettings } from './settings.ts';
import type { LiveMode, Outline, WidgetContext, WidgetSize, WidgetSpec } from './widget-spec.ts';

type GroupingName = NonNullable<WidgetMetric['groupBy']>[number]['type'];

interface NumbersSpec {
  /** How metrics that say nothing are split; null shows one number each. */
  readonly groupBy: readonly GroupingName[] | null;
  readonly withCourse?: boolean;
  readonly byClock?: boolean;
  readonly oneMetric?: (settings: WidgetSettings, widget: Widget) => boolean;
  readonly size: WidgetSize | ((widget: Widget, context: WidgetContext | null) => WidgetSize);
  readonly outline?: Outline;
  readonly isFigures?: boolean;
  readonly live?: LiveMode;
  readonly isEvolution?: boolean;
}

/** A type that shows the answers to its metrics. */
export function numbersSpec(of: NumbersSpec): WidgetSpec<WidgetSettings> {
  const { size } = of;
  return {
    version: 1,
    migrations: {},
    settings: settingsOf,
    source: 'numbers',
    toQueries: (widget, context) =>
      askMetrics(widget, context, {
        groupBy: of.groupBy?.map((type) => ({ type })) ?? null,
        withCourse: of.withCourse ?? false,
        byClock: of.byClock ?? false,
        oneMetric: of.oneMetric?.(settingsOf(widget), widget) ?? false,
      }),
    size: typeof size === 'function' ? size : () => size,
    outline: of.outline ?? 'block',
    isFigures: of.isFigures ?? false,
    live: of.live ?? 'slow',
    isEvolution: of.isEvolution ?? false,
  };
}

/** A type that fetches what it shows itself: pictures, weather, alerts. */
export function ownSpec(
  size: WidgetSize | ((widget: Widget) => WidgetSize),
  live: LiveMode,
  outline: Outline = 'block',
): WidgetSpec<WidgetSettings> {
  return {
    version: 1,
    migrations: {},
    settings: settingsOf,
    source: 'own',
    toQueries: () => [],
    size: typeof size === 'function' ? size : () => size,
    outline,
    isFigures: false,
    live,
    isEvolution: false,
  };
}
