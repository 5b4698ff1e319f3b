import { type ExportDataType, findDataType } from '@atrium/domain/actions/exports/data-types';
import type { ResolvedFilters } from '@atrium/domain/pages';
import type { Widget } from '@atrium/domain/pages/definitions';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import type { ExportSearch, UnsupportedPart } from '../../actions/exports/export-search.ts';

/** The page's filters that describe what it shows. */
export type SeenFilters = Pick<ResolvedFilters, 'ranges' | 'state'> & { readonly zone: { readonly id: number } };

/**
 * Returns the preset of an export for a site's page, and what of the page it cannot contain. `type` is a section or a
 * card's data type. Several ranges become one, from first to last day.
 */
export function buildSiteExport(
  { zone, ranges, state }: SeenFilters,
  installationId: number,
  type: string,
): ExportSearch {
  const lost = lostOf({
    hours: state.hours !== 'all',
    weekdays: state.day !== null,
    people: state.gender !== 'all' || state.engagement !== 'all',
    tags: state.categories.length > 0,
    ranges: ranges.length > 1,
  });
  return { site: installationId, zone: zone.id, type, ...daysOf(ranges), ...lost };
}

/** Returns the preset for a widget: its first zone and the zones within. */
export function buildWidgetExport(
  {
    installationId,
    zoneIds,
    filters,
  }: { readonly installationId: number; readonly zoneIds: readonly number[]; readonly filters: PageFilters },
  { type, lost: untold }: SeenMetrics,
): ExportSearch {
  const lost = lostOf({
    ...Object.fromEntries(untold.map((part) => [part, true])),
    hours: filters.hours !== null,
    weekdays: filters.weekdays !== null,
    people: filters.genders !== null || filters.engagements !== null,
    tags: filters.tags.length > 0,
    ranges: filters.ranges.length > 1,
    zones: zoneIds.length > 1,
  });
  return { site: installationId, zone: zoneIds[0], type, ...daysOf(filters.ranges), ...lost };
}

const daysOf = (ranges: PageFilters['ranges']) => ({ from: ranges[0]?.from, to: ranges.at(-1)?.to });

function lostOf(parts: Partial<Record<UnsupportedPart, boolean>>): Pick<ExportSearch, 'lost'> {
  const lost = Object.entries(parts).flatMap(([part, isLost]) => (isLost ? part : []));
  return lost.length === 0 ? {} : { lost: lost.join('-') };
}

/** The export data type for a view, and what of the view it does not contain. */
interface SeenMetrics {
  readonly type: ExportDataType;
  readonly lost: readonly UnsupportedPart[];
}

/**
 * Returns the data type for a widget; null if no export contains any of its metrics. `own` are metrics that its
 * definition does not name, such as those of a map's places.
 */
export function findExportType(
  { type: widgetType, metrics = [], kpis = [] }: Pick<Widget, 'type' | 'metrics' | 'kpis'>,
  own: readonly string[] = [],
): SeenMetrics | null {
  // A heatmap shows positions within a zone, the export only how many people were in it.
  if (widgetType === 'heatmap') return { type: 'presence', lost: ['spots'] };
  return tellingOf(widgetType === 'zones' ? ['inside'] : [...[...metrics, ...kpis].map(({ type }) => type), ...own]);
}

/**
 * Returns the type that contains most of the metrics. It prefers the first of several, so that the result does not
 * depend on the time of day.
 */
function tellingOf(shown: readonly string[]): SeenMetrics | null {
  const types = shown.map(findDataType);
  const told = (type: ExportDataType) => types.filter((one) => one === type).length;
  const [type] = types.flatMap((one) => one ?? []).toSorted((one, other) => told(other) - told(one));
  return type === undefined ? null : { type, lost: types.every((one) => one === type) ? [] : ['metrics'] };
}
