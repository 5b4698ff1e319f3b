import type { SiteSize, Sizes, SpreadOverSites } from '../platform/graphql/cost/declared-cost.ts';
import type { Site, SiteSnapshot } from './site-snapshot.ts';

/** Counts the records a viewer sees. Cached per snapshot, since snapshots are immutable. */
export function countSizes(snapshot: SiteSnapshot): Sizes {
  const known = counted.get(snapshot.sites);
  if (known !== undefined) return known;
  const sizes = count(snapshot);
  counted.set(snapshot.sites, sizes);
  return sizes;
}

const counted = new WeakMap<SiteSnapshot['sites'], Sizes>();

function count({ sites, tagCategories }: SiteSnapshot): Sizes {
  const bySite = new Map<number, SiteSize>([...sites].map(([id, site]) => [id, sizeOf(site)]));
  const zones = [...sites].flatMap(([id, { topology }]) => topology.zones.map((zone) => [zone, id] as const));
  const siteOfZone = new Map<number, number>(zones.map(([zone, site]) => [zone.id, site]));
  const spread = (what: keyof SiteSize): SpreadOverSites => {
    const each = [...bySite.values()].map((size) => size[what]);
    return { all: each.reduce((sum, one) => sum + one, 0), largest: Math.max(0, ...each) };
  };
  return {
    installations: sites.size,
    tagCategories: tagCategories.length,
    tags: tagCategories.reduce((sum, { tags }) => sum + tags.length, 0),
    tagsOfZone: zones.reduce((most, [zone]) => Math.max(most, zone.tagIds.length), 0),
    zones: spread('zones'),
    passages: spread('passages'),
    devices: spread('devices'),
    events: spread('events'),
    ofSite: (id) => bySite.get(id) ?? null,
    siteOfZone: (id) => siteOfZone.get(id) ?? null,
  };
}

function sizeOf({ topology, events }: Site): SiteSize {
  const { zones, passages, devices } = topology;
  return { zones: zones.length, passages: passages.length, devices: devices.length, events: events.length };
}
