import type { Widget } from '@atrium/domain/dashboards/definitions';
import type { Place } from '@atrium/domain/dashboards/layout';
import {
  filtersOfWidget,
  type LiveMode,
  liveModeOf,
  noChoice,
  type PageFilters,
  type Placeholder,
  planWidget,
  readStored,
  siteOfWidget,
  specOf,
  type WidgetChoice,
  type WidgetContext,
  type WidgetPlan,
} from '@atrium/domain/dashboards/widgets';
import type { Topology } from '@atrium/domain/sites';
import { type MetricColors, withMetricColors } from '../../words/metric-colors.ts';

/** A widget of a page with all that was decided about it. */
export interface PlannedWidget {
  readonly kind: 'widget';
  readonly key: string;
  /** Where it stands; null on a page nobody laid out. */
  readonly place: Place | null;
  readonly widget: Widget;
  readonly context: WidgetContext;
  readonly plan: WidgetPlan;
  readonly live: LiveMode | null;
  /** What the page is filtered by, before the choices in the widget's head. */
  readonly pageFilters: PageFilters;
}

export interface PlacedPlaceholder {
  readonly kind: 'placeholder';
  readonly key: string;
  readonly place: Place | null;
  readonly placeholder: Placeholder;
}

export type BoardItem = PlannedWidget | PlacedPlaceholder;

/** Reads stored definitions in the order of their page; what cannot be read keeps its place. */
export function readBoard(
  definitions: readonly unknown[],
): readonly ({ readonly key: string; readonly place: Place | null } & (
  | { readonly widget: Widget }
  | { readonly placeholder: Placeholder }
))[] {
  const read = definitions.map((definition, place) => {
    const found = readStored(definition);
    const key = `${place}`;
    return found.kind === 'widget'
      ? { order: found.widget.order, item: { key, place: found.widget.place ?? null, widget: found.widget } }
      : { order: place, item: { key, place: placeIn(definition), placeholder: found } };
  });
  return read.toSorted((one, other) => one.order - other.order).map(({ item }) => item);
}

/** Of what nobody here can read, its place may be read all the same. */
function placeIn(definition: unknown): Place | null {
  const { place } = (definition ?? {}) as { readonly place?: Partial<Place> };
  const numbers = [place?.column, place?.row, place?.columns, place?.rows];
  return numbers.every((number) => Number.isInteger(number)) ? (place as Place) : null;
}

/** What each widget does under the page's filters; those the filters hide are left out. */
export function planBoard(
  items: ReturnType<typeof readBoard>,
  of: {
    readonly sites: readonly Topology[];
    readonly filters: PageFilters;
    readonly now: number;
    readonly choices: Readonly<Record<string, WidgetChoice>>;
    /** The organization's own, by metric. */
    readonly colors: MetricColors;
  },
): readonly BoardItem[] {
  return items.flatMap((item): readonly BoardItem[] => {
    if ('placeholder' in item) return [{ kind: 'placeholder', ...item }];
    const { key, place } = item;
    const widget = withMetricColors(item.widget, of.colors);
    const choice = of.choices[key] ?? noChoice;
    const page = { sites: of.sites, filters: of.filters, now: of.now, choice };
    const site = siteOfWidget(widget, page);
    const context = { ...page, filters: filtersOfWidget(widget, of.filters, choice, { site, now: of.now }) };
    const plan = planWidget(widget, context);
    if (plan.kind === 'hidden') return [];
    const live = site === null ? null : liveModeOf(widget, specOf(widget.type), site, context.filters, of.now);
    return [{ kind: 'widget', key, place, widget, context, plan, live, pageFilters: of.filters }];
  });
}
