import type { ResolvedFilters } from '@atrium/domain/dashboards';
import type { PageOffers } from '@atrium/domain/dashboards/pages';
import { selfOrDescendants, type Zone } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import type { Filters } from '../filters/use-filters.ts';
import { ZonePanel } from '../filters/zone-panel.tsx';
import type { Category, Site } from '../site-page/site.ts';

export interface PageZones {
  /** Represents no choice: everything the page covers. Its id is 0. */
  readonly everything: Zone;
  readonly chosen: Zone;
  readonly zones: readonly Zone[];
}

/** Returns the zones of all its sites that a page offers; null if it offers none. */
export function usePageZones(
  zoneIds: PageOffers['zoneIds'],
  sites: readonly Site[],
  chosenId: number | null,
): PageZones | null {
  const { t } = useText();
  return useMemo(() => {
    if (zoneIds === null) return null;
    const all = sites.flatMap(({ topology }) => {
      const inside = zoneIds.length === 0 ? null : selfOrDescendants(topology.zones, zoneIds);
      return topology.zones
        .filter((zone) => inside === null || inside.has(zone.id))
        .map((zone) => ({
          ...zone,
          name: zone.parentIds.length === 0 && sites.length > 1 ? topology.name : zone.name,
        }));
    });
    const known = new Set(all.map(({ id }) => id));
    const zones = all.map((zone) => ({ ...zone, parentIds: zone.parentIds.filter((parent) => known.has(parent)) }));
    const [first] = zones;
    if (!first) return null;
    const name = t('widgets.choose.allZones');
    const everything = { ...first, id: 0 as Zone['id'], name, parentIds: [], order: -1 };
    return { everything, zones, chosen: zones.find(({ id }) => id === chosenId) ?? everything };
  }, [zoneIds, sites, chosenId, t]);
}

interface PageZonePanelProps {
  readonly of: PageZones;
  readonly change: Filters['change'];
  readonly close?: () => void;
}

export function PageZonePanel({ of: { everything, zones, chosen }, change, close }: PageZonePanelProps) {
  return (
    <ZonePanel
      zones={[everything, ...zones]}
      chosen={chosen}
      onChoose={(zoneId) => {
        change({ zoneId: Number(zoneId) === 0 ? null : zoneId });
        close?.();
      }}
    />
  );
}

export interface PageFilterBarProps {
  readonly filters: ResolvedFilters;
  readonly offers: PageOffers;
  readonly site: Site;
  readonly now: number;
  readonly zones: PageZones | null;
  readonly categories: readonly Category[];
  readonly change: Filters['change'];
  /** Whether the page only shows live data. Then its days cannot be chosen. */
  readonly isLive: boolean;
}
