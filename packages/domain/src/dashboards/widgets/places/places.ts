import type { ZoneId } from '../../../core/index.ts';
import { childZones, selfOrDescendants, type Topology, topZones, type Zone } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { WidgetContext } from '../widget-spec.ts';

/**
 * The zones a widget shows: its own, else the page's, else the top zone of the site it names. A zone the reader chose
 * narrows both, unless the widget ignores the page's zone: what remains are those that lie in it, and of one around it
 * that zone itself. Chosen tags leave those inside that carry each of them. Empty: the widget has no place to ask about.
 */
export function zonesOfWidget(widget: Widget, context: WidgetContext): readonly ZoneId[] {
  return taggedWithin(namedZones(widget, context), widget, context);
}

/** Those of some zones, or inside them, that carry every tag chosen on the page; what lies in one of those is part of it. */
export function taggedWithin(
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

/** Split by zone, a single zone with others inside it is shown by those: the step down that a click asks for. */
export function drilledZones(widget: Widget, context: WidgetContext): readonly ZoneId[] {
  const zones = zonesOfWidget(widget, context);
  const [only, ...more] = zones;
  const wasChosen = only !== undefined && (only === context.filters.zoneId || only === context.choice.zoneId);
  if (only === undefined || more.length > 0 || !wasChosen) return zones;
  const children = childrenOf(context.sites, only);
  return children.length > 0 ? children.map((zone) => zone.id) : zones;
}

/** A figure may be of other places than its widget: what its entry names stands in for what the widget does. */
export function placedWidget(widget: Widget, metric: string): Widget {
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

export function siteOfZone(sites: readonly Topology[], zoneId: number): Topology | null {
  return sites.find((site) => site.zones.some((zone) => zone.id === zoneId)) ?? null;
}

/** The site whose clock and opening hours a widget goes by: that of its first zone, else the one it names. */
export function siteOfWidget(widget: Widget, context: WidgetContext): Topology | null {
  const { sites } = context;
  const first = zonesOfWidget(widget, context)[0] ?? widget.zoneIds?.[0];
  return (first === undefined ? null : siteOfZone(sites, first)) ?? namedSite(widget, sites) ?? sites[0] ?? null;
}

/** All the sites whose numbers a widget shows; of one without zones that whose clock it goes by. */
export function sitesOfWidget(widget: Widget, context: WidgetContext): readonly Topology[] {
  const own = zonesOfWidget(widget, context).flatMap((zoneId) => siteOfZone(context.sites, zoneId) ?? []);
  const first = siteOfWidget(widget, context);
  return own.length > 0 ? [...new Set(own)] : first === null ? [] : [first];
}

function childrenOf(sites: readonly Topology[], zoneId: ZoneId): readonly Zone[] {
  const site = siteOfZone(sites, zoneId);
  return site === null ? [] : childZones(site.zones, zoneId);
}

function siteZones(widget: Widget, sites: readonly Topology[]): readonly ZoneId[] {
  const [top] = topZones(namedSite(widget, sites)?.zones ?? []);
  return top === undefined ? [] : [top.id];
}

function namedSite({ configuration }: Widget, sites: readonly Topology[]): Topology | null {
  return sites.find((each) => each.installationId === configuration?.installationId) ?? null;
}

function within(sites: readonly Topology[], zoneId: ZoneId): ReadonlySet<ZoneId> {
  const site = siteOfZone(sites, zoneId);
  return site === null ? new Set([zoneId]) : selfOrDescendants(site.zones, [zoneId]);
}
