import type { Sizes, SpreadOverSites } from '../src/platform/graphql/cost/declared-cost.ts';

const sites = 1000;
/** Sizes of a typical site: counters at four doors, an air sensor, a meter. A few sites are ten times as large. */
const usual = { zones: 12, passages: 5, devices: 6, events: 2 };

const spread = (each: number): SpreadOverSites => ({ all: sites * each, largest: 10 * each });

/** Sizes of an organization with 1 000 sites: zone 12 is the last of site 1, zone 13 the first of site 2. */
export const thousandSites: Sizes = {
  installations: sites,
  tags: 40,
  tagCategories: 8,
  tagsOfZone: 3,
  zones: spread(usual.zones),
  passages: spread(usual.passages),
  devices: spread(usual.devices),
  events: spread(usual.events),
  ofSite: (id) => (id >= 1 && id <= sites ? usual : null),
  siteOfZone: (id) => (id >= 1 && id <= sites * usual.zones ? Math.ceil(id / usual.zones) : null),
};
