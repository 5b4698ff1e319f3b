import { toDaysSpan } from '../../../core/index.ts';
import { canBeSplit, isCost, isPeopleMetric } from '../../../numbers/index.ts';
import { listOpenSpans, type Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { listWidgetSites } from '../asking/places.ts';
import type { WidgetContext } from '../widget-spec.ts';
import type { WidgetNumbers, WidgetSeries } from './widget-series.ts';

/** Reason why a widget has nothing to show. */
export type Emptiness = 'closed' | 'nobody' | 'offline' | 'notTold' | 'noMatch' | 'noTariff';

/** Returns null if there is something to show. Otherwise the first reason that applies: site, sensors, then people. */
export function findEmptiness(widget: Widget, numbers: WidgetNumbers, context: WidgetContext): Emptiness | null {
  const { series, coverage } = numbers;
  const values = series.flatMap(valuesOf);
  if (values.length === 0 && numbers.notTold.length > 0) return 'notTold';
  if (series.length === 0) return 'noMatch';
  // Meters reported, so only a price can be missing.
  if (values.length === 0 && (coverage.ratio ?? 0) > 0 && series.every(({ metric }) => isCost(metric)))
    return 'noTariff';
  if (values.some((value) => value !== 0)) return null;
  // 0 people means nobody, but 0 °C and 0 % are values.
  if (series.some((each) => !isPeopleMetric(each.metric) && valuesOf(each).length > 0)) return null;
  if (isClosedThroughout(widget, context)) return 'closed';
  if (values.length > 0) return 'nobody';
  // Everything reported but there is no share or stay, so nobody was there.
  const isAboutPeople = series.every(({ metric }) => canBeSplit(metric, 'gender'));
  if (coverage.ratio === 1 && isAboutPeople) return 'nobody';
  return coverage.ratio === null && coverage.silent.length === 0 ? 'noMatch' : 'offline';
}

function valuesOf({ point, buckets }: WidgetSeries): readonly number[] {
  const course = (buckets ?? []).flatMap((bucket) => (bucket.point?.state === 'known' ? [bucket.point.value] : []));
  return point.state === 'known' ? [point.value, ...course] : course;
}

/** Whether the widget's sites are closed on all shown days. */
export function isClosedThroughout(widget: Widget, context: WidgetContext): boolean {
  const sites = listWidgetSites(widget, context);
  return sites.length > 0 && sites.every((site) => isClosedOn(site, context.filters.ranges));
}

function isClosedOn(site: Topology, ranges: WidgetContext['filters']['ranges']): boolean {
  if (site.openingHours.spans.length === 0 && site.closedDates.length === 0) return false;
  return ranges.every((range) => listOpenSpans(site, toDaysSpan(site, range.from, range.to)).length === 0);
}
