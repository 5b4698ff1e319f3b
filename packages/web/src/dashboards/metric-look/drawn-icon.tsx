import { findMetric } from '@atrium/domain/measurements';
import { Drawing } from '../../ui/icons/index.ts';
import { metricShapes } from '../../ui/icons/metric-shapes.ts';
import { useMetricColor } from './metric-colors.ts';

/**
 * Nothing stands for what is no metric. Its colour gives way to the text's a little, to be seen on every ground; where it
 * is to have that of the words beside it, `color` is `inherit`.
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
