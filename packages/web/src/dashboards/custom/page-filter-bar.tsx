import { selfOrDescendants, type Zone } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { CompareControl } from '../filters/compare-control.tsx';
import { Dropdown } from '../filters/dropdown.tsx';
import styles from '../filters/filters.module.css';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { TimespanControl } from '../filters/timespan-control.tsx';
import type { Filters } from '../filters/use-filters.ts';
import { ZonePanel } from '../filters/zone-panel.tsx';
import type { Site } from '../site/site.ts';
import type { PageOffers } from './page-filters.ts';

interface PageFilterBarProps {
  readonly filters: ResolvedFilters;
  readonly offers: PageOffers;
  readonly sites: readonly Site[];
  readonly site: Site;
  readonly now: number;
  readonly chosenZone: Zone | null;
  readonly change: Filters['change'];
}

/** The filters a custom page offers: its days, what they are compared with, and a zone of those it is about. */
export function PageFilterBar({ filters, offers, sites, site, now, chosenZone, change }: PageFilterBarProps) {
  return (
    <div className={styles.bar}>
      <TimespanControl filters={filters} site={site} now={now} onChange={(timespan) => change({ timespan })} />
      <CompareControl filters={filters} onChange={(compare) => change({ compare })} />
      {offers.zoneIds !== null && (
        <PageZones zoneIds={offers.zoneIds} sites={sites} chosen={chosenZone} change={change} />
      )}
    </div>
  );
}

function PageZones({
  zoneIds,
  sites,
  chosen,
  change,
}: {
  readonly zoneIds: NonNullable<PageOffers['zoneIds']>;
  readonly sites: readonly Site[];
  readonly chosen: Zone | null;
  readonly change: Filters['change'];
}) {
  const { say } = useText();
  const zones = useMemo(() => {
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
    return all.map((zone) => ({ ...zone, parentIds: zone.parentIds.filter((parent) => known.has(parent)) }));
  }, [sites, zoneIds]);
  const everything = {
    ...(zones[0] as Zone),
    id: 0 as Zone['id'],
    name: say('widgets.choose.allZones'),
    parentIds: [],
  };
  const name = say('filters.zone');
  return (
    <Dropdown
      name={name}
      label={
        <>
          <span className={styles.key}>{name}</span>
          <span className={styles.value}>
            {chosen ? (zones.find(({ id }) => id === chosen.id)?.name ?? chosen.name) : everything.name}
          </span>
        </>
      }
    >
      {(close) => (
        <ZonePanel
          zones={[{ ...everything, order: -1 }, ...zones]}
          chosen={chosen ?? everything}
          onChoose={(zoneId) => {
            change({ zoneId: Number(zoneId) === 0 ? null : zoneId });
            close();
          }}
        />
      )}
    </Dropdown>
  );
}
