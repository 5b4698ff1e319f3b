import type { Widget } from '@atrium/domain/dashboards/definitions';
import type { Place } from '@atrium/domain/dashboards/layout';
import {
  inPageOrder,
  type LiveMode,
  liveModeOf,
  noChoice,
  type PageFilters,
  type Placeholder,
  planOnPage,
  readStored,
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

/** A stored definition that was read, not yet planned. */
type BoardEntry = { readonly key: string; readonly place: Place | null } & (
  | { readonly widget: Widget }
  | { readonly placeholder: Placeholder }
);

function readBoard(
  definitions: readonly unknown[],
  read: (definition: unknown) => ReturnType<typeof readStored>,
): readonly BoardEntry[] {
  return inPageOrder(definitions, read).map(({ number, definition, read: found }) => {
    const key = `${number}`;
    return found.kind === 'widget'
      ? { key, place: found.widget.place ?? null, widget: found.widget }
      : { key, place: placeIn(definition), placeholder: found };
  });
}

/** Of what nobody here can read, its place may be read all the same. */
function placeIn(definition: unknown): Place | null {
  const { place } = (definition ?? {}) as { readonly place?: Partial<Place> };
  const numbers = [place?.column, place?.row, place?.columns, place?.rows];
  return numbers.every((number) => Number.isInteger(number)) ? (place as Place) : null;
}

/** What the widgets of a page are planned under. */
interface BoardPage {
  readonly sites: readonly Topology[];
  readonly filters: PageFilters;
  readonly now: number;
  /** The organization's own, by metric. */
  readonly colors: MetricColors;
}

type Choices = Readonly<Record<string, WidgetChoice>>;

/**
 * Reads stored definitions in the order of their page, what cannot be read in its place, and plans what each does under
 * the page's filters; those the filters hide are left out. A definition that stayed the same object, on a page that did,
 * gives the same item, which is not drawn anew: one that is worked on costs no more on a full page.
 */
export function createBoardPlanner() {
  const read = rememberingOf(readStored);
  let page: BoardPage | null = null;
  let planned = new Map<string, { readonly of: BoardEntry; readonly choice: WidgetChoice; item: BoardItem | null }>();
  return {
    read: (definitions: readonly unknown[]) => readBoard(definitions, read),
    plan(items: readonly BoardEntry[], of: BoardPage, choices: Choices): readonly BoardItem[] {
      const before = page !== null && isSamePage(page, of) ? planned : new Map<string, never>();
      page = of;
      planned = new Map(
        items.map((item) => {
          const choice = choices[item.key] ?? noChoice;
          const known = before.get(item.key);
          const isKnown = known !== undefined && known.choice === choice && isSameEntry(known.of, item);
          return [item.key, isKnown ? known : { of: item, choice, item: planItem(item, of, choice) }];
        }),
      );
      return [...planned.values()].flatMap(({ item }) => item ?? []);
    },
  };
}

/** null: the page's filters hide it. */
function planItem(item: BoardEntry, of: BoardPage, choice: WidgetChoice): BoardItem | null {
  if ('placeholder' in item) return { kind: 'placeholder', ...item };
  const { key, place } = item;
  const widget = withMetricColors(item.widget, of.colors);
  const { site, context, plan } = planOnPage(widget, { sites: of.sites, filters: of.filters, now: of.now, choice });
  if (plan.kind === 'hidden') return null;
  const live = site === null ? null : liveModeOf(widget, specOf(widget.type), site, context.filters, of.now);
  return { kind: 'widget', key, place, widget, context, plan, live, pageFilters: of.filters };
}

function isSamePage(one: BoardPage, other: BoardPage): boolean {
  return (
    one.sites === other.sites && one.filters === other.filters && one.now === other.now && one.colors === other.colors
  );
}

/** What was read of one definition is one object, its place included. */
function isSameEntry(one: BoardEntry, other: BoardEntry): boolean {
  return 'widget' in one
    ? 'widget' in other && one.widget === other.widget
    : 'placeholder' in other && one.placeholder === other.placeholder;
}

/** Stored definitions are replaced, never changed in place. */
function rememberingOf<Found extends object>(read: (definition: unknown) => Found): (definition: unknown) => Found {
  const known = new WeakMap<object, Found>();
  return (definition) => {
    if (typeof definition !== 'object' || definition === null) return read(definition);
    const found = known.get(definition) ?? read(definition);
    known.set(definition, found);
    return found;
  };
}
