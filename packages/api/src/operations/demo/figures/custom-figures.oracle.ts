import type { Instant, ZoneId } from '@atrium/domain/core';
import { isTimespanPreset, type RawQuery } from '@atrium/domain/numbers';
import { defaultTimespan, resolveRanges, type Timespan } from '@atrium/domain/pages';
import { parseGlobalFilter, type Widget, type WidgetGlobalFilter } from '@atrium/domain/pages/definitions';
import {
  buildMetricQueries,
  findWidgetSite,
  getWidgetFilters,
  listWidgetZones,
  noChoice,
  type PageFilters,
  parseStored,
  planWidget,
  type WidgetContext,
} from '@atrium/domain/pages/widgets';
import { listChildZones, type Topology } from '@atrium/domain/sites';
import type { Figure } from './section-figures.oracle.ts';

/** A dashboard as the API returns it. */
export interface ApiDashboard {
  readonly name: string;
  readonly installationId: number | null;
  readonly pages: readonly {
    readonly widgets: readonly { readonly definition: unknown }[];
    readonly widgetGlobalFilters: readonly object[];
  }[];
}

export const dashboardFields = `name installationId pages { widgets { definition }
  widgetGlobalFilters { type datePreset zoneIds dayFilters { operator values } } }`;

/** Returns the queries of all widgets on these dashboards, under the initial filters of their pages. */
export function listCustomFigures(
  dashboards: readonly ApiDashboard[],
  sites: readonly Topology[],
  now: Instant,
): readonly Figure[] {
  return dashboards.flatMap(({ installationId, pages }) =>
    pages.flatMap(({ widgets, widgetGlobalFilters }) => {
      const filters = filtersOfPage(widgetGlobalFilters.flatMap(read), installationId, sites, now);
      return widgets.flatMap(({ definition }) => figuresOf(definition, { sites, filters, now, choice: noChoice }));
    }),
  );
}

function figuresOf(definition: unknown, page: WidgetContext): readonly Figure[] {
  const found = parseStored(definition);
  if (found.kind === 'placeholder') throw new Error(JSON.stringify(found));
  const { widget } = found;
  const site = findWidgetSite(widget, page);
  const filters = getWidgetFilters(widget, page.filters, noChoice, { site, now: page.now });
  const plan = planWidget(widget, { ...page, filters });
  if (plan.kind !== 'shown') throw new Error(`${widget.title} is ${plan.kind}`);
  const queries = plan.queries.filter(({ role }) => role !== 'expected').map(({ query }) => query);
  const asked = widget.type === 'zones' ? zonesNow(widget, { ...page, filters }) : queries;
  return asked.map((query) => ({ title: `${widget.title}: ${query.metric}`, query }));
}

/** Queries the people inside the zones of a widget. For a single zone, also those inside its child zones. */
function zonesNow(widget: Widget, context: WidgetContext): readonly RawQuery[] {
  const named = listWidgetZones(widget, context);
  const within = context.sites.flatMap(({ zones }) => named.flatMap((id) => listChildZones(zones, id)));
  const zoneIds = [...named, ...(named.length === 1 ? within.map(({ id }) => id) : [])];
  const asked = { ...widget, zoneIds, metrics: [{ type: 'inside' }] };
  return buildMetricQueries(asked, context, { groupBy: [{ type: 'ZONE_ID' }] }).map(({ query }) => query);
}

function read(raw: object): readonly WidgetGlobalFilter[] {
  const set = Object.entries(raw).filter(([, value]) => value !== null);
  const found = parseGlobalFilter(Object.fromEntries(set));
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return [found.value];
}

function filtersOfPage(
  filters: readonly WidgetGlobalFilter[],
  installationId: number | null,
  sites: readonly Topology[],
  now: Instant,
): PageFilters {
  const of = (name: string) => filters.find(({ type }) => type === name);
  const zoneIds = of('zone')?.zoneIds as readonly ZoneId[] | undefined;
  const own = sites.find((site) => site.installationId === installationId);
  const first = sites.find(({ zones }) => zones.some(({ id }) => id === zoneIds?.[0]));
  const site = (own ?? first ?? sites[0]) as Topology;
  const preset = of('date')?.datePreset;
  const timespan: Timespan =
    preset !== undefined && isTimespanPreset(preset) ? { kind: 'preset', preset } : defaultTimespan(site, now);
  const isWithoutSundays = of('day')?.dayFilters?.some(({ values }) => values.includes('SUNDAY')) === true;
  return {
    ranges: resolveRanges(timespan, site, now),
    hours: null,
    weekdays: isWithoutSundays ? { exclude: true, days: [7] } : null,
    offeredZoneIds: zoneIds ?? null,
    zoneId: null,
    genders: null,
    engagements: null,
    tags: [],
    compare: 'USUAL',
  };
}
