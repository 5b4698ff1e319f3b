import { listCurrentMetrics } from '@atrium/domain/dashboards';
import { buildContentFromView, type DashboardContent } from '@atrium/domain/dashboards/pages';
import { listTopZones } from '@atrium/domain/sites';
import type { Translate } from '../../i18n/index.ts';
import type { Site } from '../site-page/site.ts';
import type { SeenView } from './seen-view.ts';

/** Builds a dashboard from a view of a site. */
export function buildContentFromSeen(
  view: SeenView,
  { topology, events }: Site,
  of: { readonly name: string; readonly isOwn: boolean; readonly now: number; readonly t: Translate },
): DashboardContent {
  const { name, isOwn, now, t } = of;
  const metrics = listCurrentMetrics(events, now);
  const topZoneIds = listTopZones(topology.zones).map(({ id }) => id);
  const shown = view.filters.zoneId === null ? topZoneIds : [view.filters.zoneId];
  const parts = topology.zones.filter(({ parentIds }) => parentIds.some((parent) => shown.includes(parent)));
  const partZoneIds = parts.map(({ id }) => id);
  const titles = {
    name,
    figures: t('drafts.view.figures'),
    course: t('drafts.view.course'),
    week: t('drafts.view.week'),
    zones: t('drafts.view.zones'),
  };
  return buildContentFromView({ ...view, metrics, topZoneIds, partZoneIds }, titles, isOwn);
}
