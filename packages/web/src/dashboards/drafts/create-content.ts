import type { DashboardContent } from '@atrium/domain/dashboards/pages';
import { listTopZones } from '@atrium/domain/sites';
import type { Site } from '../site-page/site.ts';

/** Builds a dashboard with one empty page, about its whole sites today. */
export function createContent(
  name: string,
  of: { readonly isOwn: boolean; readonly installationId: number | null; readonly sites: readonly Site[] },
): DashboardContent {
  const about = of.sites.filter(
    ({ topology }) => of.installationId === null || topology.installationId === of.installationId,
  );
  const zoneIds = about.flatMap(({ topology }) => listTopZones(topology.zones).map(({ id }) => id));
  return {
    name,
    icon: null,
    isOwn: of.isOwn,
    installationId: of.installationId,
    roleIds: null,
    pages: [
      {
        key: 'page-1',
        name,
        icon: null,
        widgets: [],
        filters: [
          { id: 1, order: 0, type: 'date', datePreset: 'today' },
          ...(zoneIds.length === 0 ? [] : [{ id: 2, order: 1, type: 'zone', zoneIds }]),
        ],
      },
    ],
  };
}
