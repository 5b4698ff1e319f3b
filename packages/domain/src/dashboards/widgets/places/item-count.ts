import type { Widget } from '../../definitions/index.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { listDrilledZones } from './places.ts';

/** Returns the number of rows or bars of a widget, if known before its numbers; otherwise `usual`. */
export function countItems(widget: Widget, context: WidgetContext | null, usual: number): number {
  const metrics = widget.metrics ?? [];
  const groups = metrics.flatMap(({ groupBy }) => (groupBy === undefined ? [] : [groupBy[0]?.type]));
  const isByZone = groups.length === 0 || groups.some((type) => type === 'ZONE' || type === 'ZONE_ID');
  const zones = context === null ? (widget.zoneIds?.length ?? 0) : listDrilledZones(widget, context).length;
  const limits = metrics.flatMap(({ limit }) => limit ?? []);
  const count = isByZone && zones > 0 ? zones : usual;
  return limits.length > 0 ? Math.min(count, ...limits) : count;
}
