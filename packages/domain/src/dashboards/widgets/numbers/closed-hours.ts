import { buildBuckets, granularity, toDaysSpan, toSiteDay } from '../../../core/index.ts';
import {
  type DayRange,
  discontinuousPeriods,
  getTimeGroup,
  isPeopleMetric,
  type Metric,
  type Point,
} from '../../../measurements/index.ts';
import { listOpenSpans, type Topology } from '../../../sites/index.ts';

/**
 * Returns whether a 0 only means that the site was closed at that hour of day, when nobody is expected. A visitor in
 * such an hour still counts. `path` are the labels of the groups, `types` their types.
 */
export function createClosedCheck(
  site: Topology | null,
  metric: Metric,
  types: readonly string[],
  ranges: readonly DayRange[],
): (point: Point, path: readonly string[]) => boolean {
  if (site === null || !types.includes('HOURLY') || !isPeopleMetric(metric)) return () => false;
  let open: ReadonlySet<string> | null = null;
  return (point, path) => {
    if (point.state !== 'known' || point.value !== 0) return false;
    open ??= openHours(site, types, ranges);
    return !open.has(keyOf(types.map((type, depth) => labelOf(type, path[depth] ?? ''))));
  };
}

/** Returns the groups in which the site is open at all. */
function openHours(site: Topology, types: readonly string[], ranges: readonly DayRange[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { from, to } of ranges)
    for (const span of listOpenSpans(site, toDaysSpan(site, from, to)))
      for (const at of buildBuckets(site, span, granularity.hour).edges.slice(0, -1))
        open.add(
          keyOf(
            types.map((type) => {
              const period = discontinuousPeriods.find((one) => one === type);
              return period === undefined ? labelOf(type, toSiteDay(site, at)) : getTimeGroup(site, period, at).label;
            }),
          ),
        );
  return open;
}

/** Days are matched by date; groups other than time are ignored. */
function labelOf(type: string, label: string): string {
  if (type === 'DATE') return label.slice(0, 10);
  return discontinuousPeriods.some((period) => period === type) ? label : '';
}

const keyOf = (labels: readonly string[]) => labels.join('/');
