import type { DescriptorKey } from '@atrium/domain/numbers';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';

/**
 * Returns the requested descriptors that no sensor at any site reports, on at least one side of the metric. Empty as
 * soon as one sensor reports them.
 */
export function findUnsupported(sites: readonly EvaluatedSite[]): readonly DescriptorKey[] {
  const keys = new Set<DescriptorKey>();
  const sides = sites[0]?.current.length ?? 0;
  for (let side = 0; side < sides; side++) {
    const series = sites.flatMap(({ current }) => current[side]?.notTold ?? [null]);
    if (series.length > 0 && series.every((one) => one !== null)) for (const key of series.flat()) keys.add(key);
  }
  return [...keys].sort();
}

/**
 * Whether the requested descriptors were already reported for every series of a site. A descriptor once reported stays
 * reported.
 */
export function wasReportedBefore({ current, compared, earlier }: EvaluatedSite): boolean {
  const all = [...current, ...compared, ...earlier.flatMap(({ evaluated }) => evaluated)];
  return all.every(({ notTold = [] }) => notTold.every((keys) => keys === null));
}
