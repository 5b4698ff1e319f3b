import { type Instant, toSiteDay } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import {
  defaultTimespan,
  getFamily,
  type PartKind,
  resolveRanges,
  toCountingQueries,
  toSectionQueries,
} from '@atrium/domain/pages';
import { listTopZones, selfOrDescendants, type Topology } from '@atrium/domain/sites';

export interface Figure {
  /** Page and position. */
  readonly title: string;
  readonly query: RawQuery;
}

/** Queries of the counting overview, without those about the usual and the weeks before. */
const counted = [
  'entries',
  'entriesSeries',
  'exits',
  'exitsSeries',
  'insideSeries',
  'capture',
  'captureSeries',
  'zoneEntries',
  'zoneSeries',
  'zoneCapture',
  'doors',
] as const;
const parts = ['total', 'course', 'parts', 'partCourse'] as const;

/** Returns all queries of a site's pages under their initial filters, for the metrics the site has. */
export function listSectionFigures(site: Topology, metrics: readonly string[], now: Instant): readonly Figure[] {
  const [top] = listTopZones(site.zones);
  if (top === undefined) return [];
  const inside = selfOrDescendants(site.zones, [top.id]);
  const below = site.zones.map(({ id }) => id).filter((id) => id !== top.id && inside.has(id));
  const of = {
    zoneIds: [top.id],
    ranges: resolveRanges(defaultTimespan(site, now), site, now),
    hours: 'all',
    day: null,
    calendar: site,
    compare: null,
    today: toSiteDay(site, now),
  } as const;
  const counting = toCountingQueries({ ...of, tableZoneIds: below });
  const section = (tab: string, names: readonly string[], partsBy: PartKind) => {
    const partZoneIds = partsBy === 'ZONE_ID' ? [top.id, ...below] : [];
    const queries = toSectionQueries({
      ...of,
      partZoneIds,
      partsBy,
      metrics: names,
      week: null,
      isWhileOpen: tab === 'air' || tab === 'rooms',
    });
    return [...queries.metrics].flatMap(([metric, asked]) =>
      parts.map((part) => ({ title: `${site.name}, ${tab}: ${metric} ${part}`, query: asked[part] })),
    );
  };
  const [air, energy] = (['atmosphere', 'energy'] as const).map((family) =>
    metrics.filter((metric) => getFamily(metric) === family),
  );
  return [
    ...counted.map((name) => ({ title: `${site.name}, counting: ${name}`, query: counting[name] })),
    ...section('flow', ['affluenceIn', 'affluenceOut'], 'PASSAGE'),
    ...section('air', air ?? [], 'ZONE_ID'),
    ...section('rooms', air ?? [], 'DEVICE'),
    ...section('energy', energy ?? [], 'ZONE_ID'),
    ...section('uses', energy ?? [], 'DEVICE'),
  ];
}
