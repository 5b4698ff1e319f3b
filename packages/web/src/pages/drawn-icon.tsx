import { findMetric } from '@atrium/domain/numbers';
import { Drawing } from '../ui/icons/index.ts';
import { metricShapes } from '../ui/icons/metric-shapes.ts';
import { useMetricColor } from './metric-colors.tsx';

/**
 * Draws a metric's icon; nothing for an unknown metric. Its color is mixed with the text color for contrast on any
 * background. `inherit` uses the color of the surrounding text.
 */
export function DrawnIcon({
  metric: id,
  color,
}: {
  readonly metric: string;
  readonly color?: string | null | undefined;
}) {
  const own = useMetricColor(id);
  const metric = findMetric(id);
  const path = metricShapes[metric?.icon as keyof typeof metricShapes];
  if (metric === undefined || path === undefined) return null;
  const ink = color ?? own ?? metric.color;
  const drawn = ink === 'inherit' ? ink : `color-mix(in oklab, ${ink} 75%, var(--text))`;
  return (
    <i data-metric={id} data-ink={ink} style={{ display: 'inline-flex', color: drawn }}>
      <Drawing name={metric.icon} path={path} size={14} />
    </i>
  );
}
