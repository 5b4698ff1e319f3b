import type { TagId, ZoneId } from '../../core/index.ts';
import { findMetric, type RawQuery } from '../../numbers/index.ts';
import type { Widget } from '../definitions/index.ts';
import { buildMetricQueries, noChoice, type WidgetContext } from '../widgets/index.ts';
import type { MapElement } from './map-config.ts';

/** A query about the places of a map: all its zones together, one passage, or all zones with a tag. */
export interface MapQuestion {
  readonly metric: string;
  /** The key of the answer's place, as from `getElementKey`. Null: split by zone ids. */
  readonly place: string | null;
  readonly query: RawQuery;
}

/**
 * Returns the key of what an element measures. Null: nothing. A zone takes precedence over a passage, and a passage
 * over a tag.
 */
export function getElementKey({ zoneId, passageId, tagId }: MapElement): string | null {
  if (zoneId !== undefined) return `zone ${zoneId}`;
  if (passageId !== undefined) return `passage ${passageId}`;
  return tagId === undefined ? null : `tag ${tagId}`;
}

/**
 * Builds the queries for these metrics at these elements. Passages only have flow metrics. A tag is counted for all its
 * zones together, at their common boundary.
 */
export function buildMapQuestions(
  widget: Widget,
  context: WidgetContext,
  elements: readonly MapElement[],
  metrics: readonly string[],
): readonly MapQuestion[] {
  const zoneIds = unique(elements.map(({ zoneId }) => zoneId));
  const passageIds = unique(elements.map(({ zoneId, passageId }) => (zoneId === undefined ? passageId : undefined)));
  const tags = unique(
    elements.map((element) => (getElementKey(element)?.startsWith('tag') ? element.tagId : undefined)),
  )
    .map((tagId) => ({ tagId, zoneIds: zonesWith(tagId as TagId, context) }))
    .filter((tag) => tag.zoneIds.length > 0);
  // The page's zone selects the map, not a part of it, so it does not filter the places.
  const { zoneIds: _zones, passageIds: _passages, ...rest } = widget;
  const base: Widget = { ...rest, ignoredFilters: [...(widget.ignoredFilters ?? []), 'zone'] };
  const at = { ...context, choice: noChoice };
  return metrics.flatMap((type): MapQuestion[] => {
    const metric = findMetric(type);
    if (metric === undefined) return [];
    const ask = (place: string | null, more: Partial<Widget>, options: typeof byZone | typeof whole) =>
      buildMetricQueries({ ...base, metrics: [{ type }], ...more }, at, options).map(({ query }) => ({
        metric: type,
        place,
        query,
      }));
    return [
      ...(zoneIds.length === 0 ? [] : ask(null, { zoneIds }, byZone)),
      ...(metric.kind === 'flow' ? passageIds : []).flatMap((passageId) =>
        ask(`passage ${passageId}`, { passageIds: [passageId], metrics: [{ type, target: 'PASSAGE' }] }, whole),
      ),
      ...tags.flatMap((tag) => ask(`tag ${tag.tagId}`, { zoneIds: tag.zoneIds }, whole)),
    ];
  });
}

const byZone = { groupBy: [{ type: 'ZONE_ID' }] } as const;
const whole = { groupBy: null } as const;
const unique = (ids: readonly (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

function zonesWith(tagId: TagId, { sites }: WidgetContext): readonly ZoneId[] {
  return sites.flatMap(({ zones }) => zones.filter(({ tagIds }) => tagIds.includes(tagId)).map(({ id }) => id));
}
