import type { Widget } from '@atrium/domain/dashboards/definitions';

/** Colours that an organization gives to metrics, by their ids. */
export type MetricColors = Readonly<Record<string, string>>;

/** A widget whose metrics have the organization's colours, where it says nothing of them itself. */
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
