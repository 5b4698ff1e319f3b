import type { ZoneId } from '../../../core/index.ts';
import { listAncestors } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { getWidgetSettings } from '../settings.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { findZoneSite } from './places.ts';

/**
 * Drops zones inside another zone of a widget whose parts are summed (pie, stack), so that people do not count twice.
 */
export function filterOutermostParts<Part extends { readonly groups: readonly { readonly zoneId: ZoneId | null }[] }>(
  widget: Widget,
  series: readonly Part[],
  { sites }: Pick<WidgetContext, 'sites'>,
): readonly Part[] {
  if (widget.type !== 'pieChart' && !getWidgetSettings(widget).stacked) return series;
  const shown = new Set(series.flatMap(({ groups }) => groups.flatMap(({ zoneId }) => zoneId ?? [])));
  const isWithin = (zoneId: ZoneId) => {
    const zones = findZoneSite(sites, zoneId)?.zones ?? [];
    return [...listAncestors(zones, zoneId)].some((above) => shown.has(above));
  };
  return series.filter(({ groups }) => !groups.some(({ zoneId }) => zoneId !== null && isWithin(zoneId)));
}
