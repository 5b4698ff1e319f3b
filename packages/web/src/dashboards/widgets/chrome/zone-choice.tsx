import type { ZoneId } from '@atrium/domain/core';
import { listWidgetZones } from '@atrium/domain/dashboards/widgets';
import { listAncestors, listTopZones, type Zone } from '@atrium/domain/sites';
import { useText } from '../../../i18n/index.ts';
import { LongSelect } from '../../../ui/choice/index.ts';
import type { DropdownsProps } from './dropdowns-props.ts';

/**
 * Offers the zones below those of the widget. With `topZone` in the definition the site's outermost zone comes first,
 * even if the widget shows parts of it only.
 */
export function ZoneChoice({ widget, context, onChoose }: DropdownsProps) {
  const { t } = useText();
  const { choice, sites } = context;
  const config = widget.configuration?.dropdownsConfig?.find(({ type }) => type === 'zone' || type === 'topZone');
  const hasTop = widget.headers?.includes('topZone') === true;
  const shown = listWidgetZones(widget, { ...context, choice: { ...choice, zoneId: null } });
  const offered = sites.flatMap(({ name, zones }) => {
    const tops = new Set(listTopZones(zones).map(({ id }) => id));
    const isShown = zones.some(({ id }) => shown.includes(id));
    return zones
      .filter((zone) => (hasTop && isShown && tops.has(zone.id)) || isOffered(zone, zones, shown, config?.zoneIds))
      .map((zone) => ({ zone, isTop: tops.has(zone.id), depth: listAncestors(zones, zone.id).size, site: name }));
  });
  const many = new Set(offered.map(({ site }) => site)).size > 1;
  return (
    <LongSelect
      look="small"
      label={t('widgets.choose.zone')}
      value={String(choice.zoneId ?? '')}
      options={[
        { value: '', text: t('widgets.choose.allZones') },
        ...offered.map(({ zone, isTop, depth, site }) => ({
          value: String(zone.id),
          text:
            '\u2003'.repeat(depth) +
            (isTop ? t('widgets.choose.topZone', { name: many ? site : zone.name }) : zone.name),
          ...(many && { aside: site }),
          isDisabled: isTop && config?.isTopZoneDisabled === true,
        })),
      ]}
      onChange={(value) => onChoose({ ...choice, zoneId: value === '' ? null : (Number(value) as ZoneId) })}
    />
  );
}

function isOffered(
  zone: Zone,
  zones: readonly Zone[],
  shown: readonly ZoneId[],
  named: readonly number[] | undefined,
): boolean {
  if (named !== undefined && named.length > 0) return named.includes(zone.id);
  const above = listAncestors(zones, zone.id);
  return shown.some((zoneId) => zoneId === zone.id || above.has(zoneId));
}
