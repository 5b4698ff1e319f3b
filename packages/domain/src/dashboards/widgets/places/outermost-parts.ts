import type { ZoneId } from '../../../core/index.ts';
import { ancestors } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { settingsOf } from '../settings.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { siteOfZone } from './places.ts';

/**
 * Drops zones inside another zone of a widget whose parts are summed (pie, stack), so that people do not count twice.
 */
export function outermostParts<Part extends { readonly groups: readonly { readonly zoneId: ZoneId | null }[] }>(
  widget: Widget,
  series: readonly Part[],
  { sites }: Pick<WidgetContext, 'sites'>,
): readonly Part[] {
  if (widget.type !== 'pieChart' && !settingsOf(widget).stacked) return series;
  const shown = new Set(series.flatMap(({ groups }) => groups.flatMap(({ zoneId }) => zoneId ?? [])));
  const isWithin = (zoneId: ZoneId) => {
    const zones = siteOfZone(sites, zoneId)?.zones ?? [];
    return [...ancestors(zones, zoneId)].some((above) => shown.has(above));
  };
  return series.filter(({ groups }) => !groups.some(({ zoneId }) => zoneId !== null && isWithin(zoneId)));
}
