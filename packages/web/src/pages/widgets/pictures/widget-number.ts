import type { RawQuery } from '@atrium/domain/numbers';
import { isTimeGroup } from '@atrium/domain/pages/explain';
import { applyItemPlaces, listWidgetZones, type SeriesGroup, type WidgetSeries } from '@atrium/domain/pages/widgets';
import { formatGroup, formatSeriesName, type Reader } from '../../words/metric-texts.ts';
import type { PlannedWidget } from '../plan-board.ts';

/** A number of a widget that can be explained. A new kind of view must provide these. */
export interface WidgetNumber {
  /** Unique within the widget and permanent, because URLs contain it. */
  readonly key: string;
  readonly metric: string;
  /** Unit in the answer; that of the metric by default. */
  readonly unit?: string;
  /** Index in the widget's metrics; null if the definition does not name the metric. */
  readonly index: number | null;
  /** Name that distinguishes it within the widget. */
  readonly name: string;
  /** Names of its zones, doors or descriptors. */
  readonly place: string;
  /** The query that answers it, and its groups in the answer. */
  readonly query: RawQuery;
  readonly groups: readonly SeriesGroup[];
}

/** Returns the numbers in the answers to a widget's queries. */
export function listSeriesNumbers(
  { widget, context, plan }: PlannedWidget,
  series: readonly WidgetSeries[],
  reader: Reader,
): readonly WidgetNumber[] {
  if (plan.kind !== 'shown') return [];
  return series.flatMap((each) => {
    const asked = plan.queries.find(({ role, metric }) => role === 'data' && metric === each.index);
    return asked === undefined
      ? []
      : {
          key: each.key,
          metric: each.metric.id,
          unit: each.metric.unit,
          index: each.index,
          name: formatSeriesName(widget, each, series, reader),
          place: placeOf(widget, each, context, reader),
          query: asked.query,
          groups: each.groups,
        };
  });
}

/** Maximum number of places that are named individually. */
const maxPlaces = 3;

function placeOf(
  widget: PlannedWidget['widget'],
  { groups, metric }: WidgetSeries,
  context: PlannedWidget['context'],
  reader: Reader,
): string {
  const group = groups
    .filter(({ type, label }) => label !== 'all' && !isTimeGroup(type))
    .map((each) => formatGroup(each, reader));
  if (group.length > 0) return group.join(' · ');
  const names = listWidgetZones(applyItemPlaces(widget, metric.id), context).flatMap((zoneId) =>
    context.sites.flatMap(({ name, zones }) =>
      zones.flatMap((zone) => (zone.id !== zoneId ? [] : [zone.parentIds.length === 0 ? name : zone.name])),
    ),
  );
  return names.length > maxPlaces
    ? `${names.slice(0, maxPlaces).join(', ')} +${names.length - maxPlaces}`
    : names.join(', ');
}
