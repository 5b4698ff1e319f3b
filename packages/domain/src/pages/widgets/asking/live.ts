import { type InstallationId, type Instant, type OrganizationId, toSiteDay } from '../../../core/index.ts';
import { listOpenSpans, type OpeningCalendar, type Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { LiveMode, PageFilters, WidgetContext, WidgetSpec } from '../widget-spec.ts';
import { toSpans } from './asked-time.ts';
import { applyItemPlaces, findWidgetSite, listWidgetZones } from './places.ts';

/** Polling interval in ms. Live values are pushed, but the drawings around them are polled like `fast`. */
export const pollIntervals: Readonly<Record<LiveMode, number>> = { slow: 300_000, fast: 60_000, live: 60_000 };

/**
 * Returns how a widget follows live data; null if it shows the past (G06). It is live while its days and hours include
 * now and the site is open. Without opening hours it is live during the site's running day.
 */
export function getLiveMode(
  widget: Widget,
  spec: WidgetSpec<unknown>,
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): LiveMode | null {
  const covers = toSpans(site, filters).some((span) => span.from <= now && now < span.to);
  if (!covers) return null;
  const isOn =
    site.openingHours.spans.length > 0
      ? listOpenSpans(site, toSiteDay(site, now)).some((span) => span.from <= now && now < span.to)
      : true;
  return isOn ? (widget.realTime ?? spec.live) : null;
}

/** Places of one site whose values are pushed (H06). */
export interface LiveFeed {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly target: 'ZONE' | 'PASSAGE' | 'DEVICE';
  readonly entityIds: readonly number[];
  readonly metrics: readonly string[];
}

/** Returns the subscriptions for a widget's numbers: its doors and devices, and its zones by site. */
export function listLiveFeeds(widget: Widget, context: WidgetContext): readonly LiveFeed[] {
  const metrics = [...new Set((widget.metrics ?? []).map(({ type }) => type))];
  const feeds = metrics.flatMap((metric) => {
    const placed = applyItemPlaces(widget, metric);
    const of = (
      site: Topology | null,
      target: LiveFeed['target'],
      entityIds: readonly number[],
    ): readonly LiveFeed[] =>
      site === null || entityIds.length === 0 ? [] : [{ ...idsOf(site), target, entityIds, metrics: [metric] }];
    const site = findWidgetSite(placed, context);
    const [passageIds, deviceIds] = [placed.passageIds ?? [], placed.deviceIds ?? []];
    const isApart = passageIds.length + deviceIds.length > 0 && (placed.zoneIds ?? []).length === 0;
    const zoneIds = isApart ? [] : listWidgetZones(placed, context);
    return [
      ...of(site, 'PASSAGE', passageIds),
      ...of(site, 'DEVICE', deviceIds),
      ...context.sites.flatMap((each) =>
        of(
          each,
          'ZONE',
          zoneIds.filter((zoneId) => each.zones.some(({ id }) => id === zoneId)),
        ),
      ),
    ];
  });
  // Merges subscriptions for the same places.
  const together = Map.groupBy(feeds, ({ metrics: _, ...places }) => JSON.stringify(places));
  return [...together.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, metrics: same.flatMap((feed) => feed.metrics) }];
  });
}

const idsOf = ({ organizationId, installationId }: Topology) => ({ organizationId, installationId });
