import type { Widget } from '@atrium/domain/dashboards/definitions';

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
