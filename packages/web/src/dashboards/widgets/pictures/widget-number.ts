import { isOfTime } from '@atrium/domain/dashboards/explain';
import { placedWidget, type SeriesGroup, type WidgetSeries, zonesOfWidget } from '@atrium/domain/dashboards/widgets';
import type { RawQuery } from '@atrium/domain/measurements';
import { groupWord, type Reader, seriesName } from '../../words/metric-words.ts';
import type { PlannedWidget } from '../data/plan-board.ts';

/** A number of a widget that can be explained: all that a new kind of view has to name to be asked about its numbers. */
export interface WidgetNumber {
  /** Unique within the widget, and the same tomorrow: it stands in addresses. */
  readonly key: string;
  readonly metric: string;
  /** As it was answered; that of the metric where nothing is said. */
  readonly unit?: string;
  /** Position in the widget's metrics; null of a metric that the definition does not name. */
  readonly index: number | null;
  /** What tells it from the others of the widget. */
  readonly name: string;
  /** The zones, doors or kinds of people it is about. */
  readonly place: string;
  /** The question whose answer it stands in, and where in its groupings. */
  readonly query: RawQuery;
  readonly groups: readonly SeriesGroup[];
}

/** The numbers that a widget's questions were answered with. */
export function numbersOfSeries(
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
          name: seriesName(widget, each, series, reader),
          place: placeOf(widget, each, context, reader),
          query: asked.query,
          groups: each.groups,
        };
  });
}

/** So many places are named one by one. */
const mostPlaces = 3;

function placeOf(
  widget: PlannedWidget['widget'],
  { groups, metric }: WidgetSeries,
  context: PlannedWidget['context'],
  reader: Reader,
): string {
  const group = groups
    .filter(({ type, label }) => label !== 'all' && !isOfTime(type))
    .map((each) => groupWord(each, reader));
  if (group.length > 0) return group.join(' · ');
  const names = zonesOfWidget(placedWidget(widget, metric.id), context).flatMap((zoneId) =>
    context.sites.flatMap(({ name, zones }) =>
      zones.flatMap((zone) => (zone.id !== zoneId ? [] : [zone.parentIds.length === 0 ? name : zone.name])),
    ),
  );
  return names.length > mostPlaces
    ? `${names.slice(0, mostPlaces).join(', ')} +${names.length - mostPlaces}`
    : names.join(', ');
}
