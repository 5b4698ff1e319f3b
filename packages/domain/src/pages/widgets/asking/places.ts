import type { ZoneId } from '../../../core/index.ts';
import {
  listAncestors,
  listChildZones,
  listOutline,
  listTopZones,
  selfOrDescendants,
  type Topology,
  type Zone,
} from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { getWidgetSettings } from '../settings.ts';
import type { WidgetContext } from '../widget-spec.ts';

/**
 * Returns the zones of a widget: its own or those that make up its site, else the page's. The user's zone limits them to
 * those inside it, or replaces a zone around it, unless the widget ignores the page's zone. Chosen tags limit them
 * further. Empty if the widget has nothing to query.
 */
export function listWidgetZones(widget: Widget, context: WidgetContext): readonly ZoneId[] {
  return filterTaggedZones(namedZones(widget, context), widget, context);
}

/** Returns the zones, or zones inside them, that carry every chosen tag. Zones inside a result are part of it. */
export function filterTaggedZones(
  zoneIds: readonly ZoneId[],
  { ignoredFilters }: Widget,
  { sites, filters }: WidgetContext,
): readonly ZoneId[] {
  if (filters.tags.length === 0 || ignoredFilters?.includes('category')) return zoneIds;
  return sites.flatMap(({ zones }) => {
    const inside = selfOrDescendants(zones, zoneIds);
    const tagged = zones
      .filter((zone) => inside.has(zone.id) && filters.tags.every(({ tagId }) => zone.tagIds.includes(tagId)))
      .map(({ id }) => id);
    const parts = new Set(
      tagged.flatMap((top) => [...selfOrDescendants(zones, [top])].filter((zoneId) => zoneId !== top)),
    );
    return tagged.filter((zoneId) => !parts.has(zoneId));
  });
}

function namedZones(widget: Widget, { sites, filters, choice }: WidgetContext): readonly ZoneId[] {
  if (choice.zoneId !== null) return [choice.zoneId];
  const own = (widget.zoneIds ?? []) as readonly ZoneId[];
  const named = own.length > 0 ? own : siteZones(widget, sites);
  const ignores = widget.ignoredFilters?.includes('zone') === true;
  if (ignores || filters.offeredZoneIds === null) return named;
  if (filters.zoneId === null) return named.length > 0 ? named : filters.offeredZoneIds;
  if (named.length === 0) return [filters.zoneId];
  const inside = within(sites, filters.zoneId);
  const { zoneId: chosen } = filters;
  const narrowed = named.filter((zoneId) => inside.has(zoneId));
  return narrowed.length === 0 && named.some((zoneId) => within(sites, zoneId).has(chosen)) ? [chosen] : narrowed;
}

/** Drills down: a widget grouped by zone shows the sub-zones of a single chosen zone. */
export function listDrilledZones(widget: Widget, context: WidgetContext): readonly ZoneId[] {
  const zones = listWidgetZones(widget, context);
  const [only, ...more] = zones;
  const wasChosen = only !== undefined && (only === context.filters.zoneId || only === context.choice.zoneId);
  if (only === undefined || more.length > 0 || !wasChosen) return zones;
  const children = childrenOf(context.sites, only);
  return children.length > 0 ? children.map((zone) => zone.id) : zones;
}

/** Applies the places of a figure, which override the widget's. */
export function applyItemPlaces(widget: Widget, metric: string): Widget {
  const item = widget.kpis?.find(({ type }) => type === metric);
  const places = [item?.zoneIds, item?.passageIds, item?.deviceIds];
  if (item === undefined || places.every((ids) => ids === undefined || ids.length === 0)) return widget;
  const { zoneIds: _zones, passageIds: _passages, deviceIds: _devices, ...rest } = widget;
  const { zoneIds, passageIds, deviceIds } = item;
  return {
    ...rest,
    ...(zoneIds === undefined ? {} : { zoneIds }),
    ...(passageIds === undefined ? {} : { passageIds }),
    ...(deviceIds === undefined ? {} : { deviceIds }),
  };
}

export function findZone(sites: readonly Topology[], zoneId: number): Zone | null {
  for (const site of sites) {
    const zone = site.zones.find((each) => each.id === zoneId);
    if (zone) return zone;
  }
  return null;
}

export function findZoneSite(sites: readonly Topology[], zoneId: number): Topology | null {
  return sites.find((site) => site.zones.some((zone) => zone.id === zoneId)) ?? null;
}

/** Returns the site whose time zone and opening hours a widget uses: that of its first zone, else the one it names. */
export function findWidgetSite(widget: Widget, context: WidgetContext): Topology | null {
  const { sites } = context;
  const first = listWidgetZones(widget, context)[0] ?? widget.zoneIds?.[0];
  return (first === undefined ? null : findZoneSite(sites, first)) ?? namedSite(widget, sites) ?? sites[0] ?? null;
}

/** Returns the sites whose numbers a widget shows; without zones the one from `findWidgetSite`. */
export function listWidgetSites(widget: Widget, context: WidgetContext): readonly Topology[] {
  const own = listWidgetZones(widget, context).flatMap((zoneId) => findZoneSite(context.sites, zoneId) ?? []);
  const first = findWidgetSite(widget, context);
  return own.length > 0 ? [...new Set(own)] : first === null ? [] : [first];
}

function childrenOf(sites: readonly Topology[], zoneId: ZoneId): readonly Zone[] {
  const site = findZoneSite(sites, zoneId);
  return site === null ? [] : listChildZones(site.zones, zoneId);
}

function siteZones(widget: Widget, sites: readonly Topology[]): readonly ZoneId[] {
  return listOutline(listTopZones(namedSite(widget, sites)?.zones ?? [])).map(({ id }) => id);
}

function namedSite({ configuration }: Widget, sites: readonly Topology[]): Topology | null {
  return sites.find((each) => each.installationId === configuration?.installationId) ?? null;
}

function within(sites: readonly Topology[], zoneId: ZoneId): ReadonlySet<ZoneId> {
  const site = findZoneSite(sites, zoneId);
  return site === null ? new Set([zoneId]) : selfOrDescendants(site.zones, [zoneId]);
}

/**
 * Drops zones inside another zone of a widget whose parts are summed (pie, stack), so that people do not count twice.
 */
export function filterOutermostParts<Part extends { readonly groups: readonly { readonly zoneId: ZoneId | null }[] }>(
  widget: Widget,
  series: readonly Part[],
  { sites }: Pick<WidgetContext, 'sites'>,
): readonly Part[] {
  if (widget.type !== 'pieChart' && !getWidgetSettings(widget).stacked) return series;
  const shown = new Set(series.flatMap(({ groups }) => groups.flatMap(({ zoneId }) => zoneId ?? [])));
  const isWithin = (zoneId: ZoneId) => {
    const zones = findZoneSite(sites, zoneId)?.zones ?? [];
    return [...listAncestors(zones, zoneId)].some((above) => shown.has(above));
  };
  return series.filter(({ groups }) => !groups.some(({ zoneId }) => zoneId !== null && isWithin(zoneId)));
}

/** Returns the number of rows or bars of a widget, if known before its numbers; otherwise `usual`. */
export function countItems(widget: Widget, context: WidgetContext | null, usual: number): number {
  const metrics = widget.metrics ?? [];
  const groups = metrics.flatMap(({ groupBy }) => (groupBy === undefined ? [] : [groupBy[0]?.type]));
  const isByZone = groups.length === 0 || groups.some((type) => type === 'ZONE' || type === 'ZONE_ID');
  const zones = context === null ? (widget.zoneIds?.length ?? 0) : listDrilledZones(widget, context).length;
  const limits = metrics.flatMap(({ limit }) => limit ?? []);
  const count = isByZone && zones > 0 ? zones : usual;
  return limits.length > 0 ? Math.min(count, ...limits) : count;
}
