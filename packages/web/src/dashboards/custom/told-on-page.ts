import type { PageOffers } from '@atrium/domain/dashboards/pages';
import type { Site } from '../site/site.ts';

/** What the sensors of any of the page's sites tell: those of its zones, else its own, else all there are. */
export function toldOnPage({ zoneIds }: PageOffers, own: number | null, sites: readonly Site[]): readonly string[] {
  const isOfPage = ({ topology }: Site) =>
    zoneIds === null
      ? own === null || topology.installationId === own
      : topology.zones.some(({ id }) => zoneIds.includes(id));
  return [...new Set(sites.filter(isOfPage).flatMap(({ told }) => told))];
}
