import type { Widget } from '@atrium/domain/pages/definitions';
import { getWidgetSettings, type WidgetSeries } from '@atrium/domain/pages/widgets';

/** Number of colors in the theme's categorical palette, which has a fixed order. */
const palette = 8;

/**
 * Returns the color of each series: the widget's own for its metric, group or gender, else the next unused palette
 * color. A single series has the data color.
 */
export function getSeriesColors(widget: Widget, series: readonly WidgetSeries[]): readonly string[] {
  let next = 0;
  return getOwnColors(widget, series).map((color) => {
    if (color !== null) return color;
    next++;
    return series.length === 1 ? 'var(--data)' : getPaletteColor(next - 1);
  });
}

/** Returns the definition's colors, by group, gender or metric; null if it has none. */
export function getOwnColors(widget: Widget, series: readonly WidgetSeries[]): readonly (string | null)[] {
  const { colors, genderColors } = getWidgetSettings(widget);
  const isOneMetric = series.every(({ index }) => index === series[0]?.index);
  return series.map(({ index, metric, groups }) => {
    const labels = groups.map(({ label }) => label);
    const gender = groups.find(({ type }) => type === 'GENDER')?.label;
    return (
      labels.flatMap((label) => colors[label] ?? []).at(0) ??
      (gender === undefined ? undefined : genderColors[gender]) ??
      (groups.length === 0 || !isOneMetric
        ? (colors[metric.id] ?? widget.metrics?.[index]?.configuration?.color)
        : undefined) ??
      null
    );
  });
}

/** Returns the definition's color for a metric; null if it has none. */
export function getOwnColor(widget: Widget, metric: string): string | null {
  const own = widget.metrics?.find(({ type }) => type === metric)?.configuration?.color;
  return getWidgetSettings(widget).colors[metric] ?? own ?? null;
}

/** Returns a palette color. After the last one they repeat, mixed with the text color. */
export function getPaletteColor(place: number): string {
  const color = `var(--category-${(place % palette) + 1})`;
  return place < palette ? color : `color-mix(in oklab, ${color} 58%, var(--text))`;
}

/** The organization's colors, by metric id. */
export type MetricColors = Readonly<Record<string, string>>;

/** Adds the organization's colors to a widget's metrics without a color of their own. */
export function withMetricColors(widget: Widget, colors: MetricColors): Widget {
  const missing = (widget.metrics ?? []).flatMap(({ type: metric, configuration }) => {
    const color = colors[metric];
    return color === undefined || configuration?.color !== undefined ? [] : [[metric, color] as const];
  });
  if (missing.length === 0) return widget;
  const own = widget.configuration?.colors;
  return {
    ...widget,
    configuration: { ...widget.configuration, colors: { ...Object.fromEntries(missing), ...own } },
  };
}
