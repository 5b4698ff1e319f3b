import type { Widget } from '../../definitions/index.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { drilledZones } from './places.ts';

/** How many rows or bars a widget will have, as far as that is known before its numbers; `usual` where it isn't. */
export function itemCount(widget: Widget, context: WidgetContext | null, usual: number): number {
  const metrics = widget.metrics ?? [];
  const groups = metrics.flatMap(({ groupBy }) => (groupBy === undefined ? [] : [groupBy[0]?.type]));
  const isByZone = groups.length === 0 || groups.some((type) => type === 'ZONE' || type === 'ZONE_ID');
  const zones = context === null ? (widget.zoneIds?.length ?? 0) : drilledZones(widget, context).length;
  const limits = metrics.flatMap(({ limit }) => limit ?? []);
  const count = isByZone && zones > 0 ? zones : usual;
  return limits.length > 0 ? Math.min(count, ...limits) : count;
}
