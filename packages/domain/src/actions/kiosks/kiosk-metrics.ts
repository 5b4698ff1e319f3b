import { findMetric, type Metric } from '../../numbers/index.ts';
import { getConditionType } from '../alerts/index.ts';

export const maxKioskPages = 20;
export const maxKioskMetrics = 4;

/** Returns the metrics that a kiosk can show: those that can be limited, and the people inside. */
export function kioskMetrics(): readonly Metric[] {
  const inside = findMetric('inside');
  const limited = getConditionType('threshold').metrics?.() ?? [];
  return inside === undefined || limited.includes(inside) ? limited : [inside, ...limited];
}
