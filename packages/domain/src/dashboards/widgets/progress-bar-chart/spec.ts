import type { Widget } from '../../definitions/index.ts';
import { numbersSpec } from '../numbers-spec.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** Numbers as parts of the most they can be, a bar each. */
export const progressBarChart = numbersSpec({ groupBy: null, size: sizeOf });

function sizeOf({ metrics = [], zoneIds = [] }: Widget): WidgetSize {
  const isSplit = metrics.some(({ groupBy = [] }) => groupBy.length > 0);
  const bars = isSplit ? metrics.length * Math.max(1, zoneIds.length) : metrics.length;
  return { columns: 4, height: Math.min(550, Math.max(4, bars) * 50) };
}
