import type { Widget } from '@atrium/domain/dashboards/definitions';
import { settingsOf, type WidgetSeries } from '@atrium/domain/dashboards/widgets';

/** The categorical palette of the theme, in its fixed order. */
const palette = 8;

/**
 * The colour of each series, in their order: the widget's own for the metric, the group or the gender, else the next of
 * the palette that none of the widget's own took. A single series is the data colour.
 */
export function seriesColors(widget: Widget, series: readonly WidgetSeries[]): readonly string[] {
  let next = 0;
  return ownColors(widget, series).map((color) => {
    if (color !== null) return color;
    next++;
    return series.length === 1 ? 'var(--data)' : paletteColor(next - 1);
  });
}

/** The colours that the definition itself gives: by group, gender or metric; null where it says nothing. */
export function ownColors(widget: Widget, series: readonly WidgetSeries[]): readonly (string | null)[] {
  const { colors, genderColors } = settingsOf(widget);
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

/** What the definition says of all numbers of a metric; null where it says nothing. */
export function ownColorOf(widget: Widget, metric: string): string | null {
  const own = widget.metrics?.find(({ type }) => type === metric)?.configuration?.color;
  return settingsOf(widget).colors[metric] ?? own ?? null;
}

/** The next colours of the theme; those after its last are its own once more, nearer to the text's. */
export function paletteColor(place: number): string {
  const color = `var(--category-${(place % palette) + 1})`;
  return place < palette ? color : `color-mix(in oklab, ${color} 58%, var(--text))`;
}
