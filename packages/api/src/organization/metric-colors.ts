import { findMetric } from '@atrium/domain/measurements';

/** Returns the organization's colors of metrics, by metric id. The accent color of its pages is excluded. */
export function findMetricColors(
  colours: Readonly<Record<string, string>>,
): { readonly metric: string; readonly color: string }[] {
  return Object.entries(colours)
    .filter(([metric]) => findMetric(metric) !== undefined)
    .map(([metric, color]) => ({ metric, color: color.toLowerCase() }))
    .toSorted((left, right) => (left.metric < right.metric ? -1 : 1));
}
