import type { Widget } from '../dashboards/index.ts';
import { askMetrics, type WidgetContext } from '../dashboards/widgets/index.ts';
import { findMetric, type RawQuery } from '../measurements/index.ts';
import type { MapElement } from './map-config.ts';

/** A question about the places of a map: of all its zones at once, or of one passage. */
export interface MapQuestion {
  readonly metric: string;
  /** null: the answer is split by the ids of zones. */
  readonly passageId: number | null;
  readonly query: RawQuery;
}

/** What a map asks to show these metrics at these elements. Passages are asked only for who came through them. */
export function mapQuestions(
  widget: Widget,
  context: WidgetContext,
  elements: readonly MapElement[],
  metrics: readonly string[],
): readonly MapQuestion[] {
  const zoneIds = unique(elements.map(({ zoneId }) => zoneId));
  const passageIds = unique(elements.map(({ passageId }) => passageId));
  // The map shows what is drawn on it: the page's zone says which map, not which part of it.
  const { zoneIds: _zones, passageIds: _passages, ...rest } = widget;
  const base: Widget = { ...rest, ignoredFilters: [...(widget.ignoredFilters ?? []), 'zone'] };
  const at = { ...context, choice: { metric: null, zoneId: null } };
  return metrics.flatMap((type): MapQuestion[] => {
    if (findMetric(type) === undefined) return [];
    const zones = zoneIds.length === 0 ? [] : askMetrics({ ...base, zoneIds, metrics: [{ type }] }, at, byZone);
    const passages = findMetric(type)?.kind === 'flow' ? passageIds : [];
    return [
      ...zones.map(({ query }) => ({ metric: type, passageId: null, query })),
      ...passages.flatMap((passageId) =>
        askMetrics({ ...base, passageIds: [passageId], metrics: [{ type, target: 'PASSAGE' }] }, at, whole).map(
          ({ query }) => ({ metric: type, passageId, query }),
        ),
      ),
    ];
  });
}

const byZone = { groupBy: [{ type: 'ZONE_ID' }] } as const;
const whole = { groupBy: null } as const;
const unique = (ids: readonly (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];
