import type { PageOffers } from '@atrium/domain/dashboards/pages';
import type { Site } from '../site-page/site.ts';

/**
 * Returns the descriptors that any site of the page reports: the sites of its zones, else its own site, else all sites.
 */
export function listPageDescriptors(
  { zoneIds }: PageOffers,
  own: number | null,
  sites: readonly Site[],
): readonly string[] {
  const isOfPage = ({ topology }: Site) =>
    zoneIds === null
      ? own === null || topology.installationId === own
      : topology.zones.some(({ id }) => zoneIds.includes(id));
  return [...new Set(sites.filter(isOfPage).flatMap(({ told }) => told))];
}
