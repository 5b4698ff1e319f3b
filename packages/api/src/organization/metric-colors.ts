import { findMetric } from '@atrium/domain/measurements';

/** The colours that an organization gives to metrics, by their ids; the accent of its pages is none of them. */
export function colorsOf(
  colours: Readonly<Record<string, string>>,
): { readonly metric: string; readonly color: string }[] {
  return Object.entries(colours)
    .filter(([metric]) => findMetric(metric) !== undefined)
    .map(([metric, color]) => ({ metric, color: color.toLowerCase() }))
    .toSorted((left, right) => (left.metric < right.metric ? -1 : 1));
}
