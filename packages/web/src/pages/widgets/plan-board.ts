import type { Widget } from '@atrium/domain/pages/definitions';
import type { Place } from '@atrium/domain/pages/layout';
import {
  getLiveMode,
  getWidgetSpec,
  type LiveMode,
  noChoice,
  type PageFilters,
  type Placeholder,
  parseInPageOrder,
  parseStored,
  planOnPage,
  type WidgetChoice,
  type WidgetContext,
  type WidgetPlan,
} from '@atrium/domain/pages/widgets';
import type { Topology } from '@atrium/domain/sites';
import { type MetricColors, withMetricColors } from '../words/colors.ts';

/** A widget of a page with its query plan. */
export interface PlannedWidget {
  readonly kind: 'widget';
  readonly key: string;
  /** Its position; null on a page without a layout. */
  readonly place: Place | null;
  readonly widget: Widget;
  readonly context: WidgetContext;
  readonly plan: WidgetPlan;
  readonly live: LiveMode | null;
  /** The page's filters, before the choices in the widget's header. */
  readonly pageFilters: PageFilters;
}

export interface PlacedPlaceholder {
  readonly kind: 'placeholder';
  readonly key: string;
  readonly place: Place | null;
  readonly placeholder: Placeholder;
}

export type BoardItem = PlannedWidget | PlacedPlaceholder;

/** A parsed definition that is not planned yet. */
type BoardEntry = { readonly key: string; readonly place: Place | null } & (
  | { readonly widget: Widget }
  | { readonly placeholder: Placeholder }
);

function readBoard(
  definitions: readonly unknown[],
  read: (definition: unknown) => ReturnType<typeof parseStored>,
): readonly BoardEntry[] {
  return parseInPageOrder(definitions, read).map(({ number, definition, read: found }) => {
    const key = `${number}`;
    return found.kind === 'widget'
      ? { key, place: found.widget.place ?? null, widget: found.widget }
      : { key, place: placeIn(definition), placeholder: found };
  });
}

/** Returns the position of a definition that cannot be parsed otherwise. */
function placeIn(definition: unknown): Place | null {
  const { place } = (definition ?? {}) as { readonly place?: Partial<Place> };
  const numbers = [place?.column, place?.row, place?.columns, place?.rows];
  return numbers.every((number) => Number.isInteger(number)) ? (place as Place) : null;
}

/** The context in which a page's widgets are planned. */
interface BoardPage {
  readonly sites: readonly Topology[];
  readonly filters: PageFilters;
  readonly now: number;
  /** The organization's colors, by metric. */
  readonly colors: MetricColors;
}

type Choices = Readonly<Record<string, WidgetChoice>>;

/**
 * Parses stored definitions in page order, with placeholders for unreadable ones, and plans each under the page's
 * filters. Omits widgets that the filters hide. An unchanged definition on an unchanged page returns the same item, so
 * editing one widget does not rerender the others.
 */
export function createBoardPlanner() {
  const read = memoizeByIdentity(parseStored);
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

/** Null if the page's filters hide it. */
function planItem(item: BoardEntry, of: BoardPage, choice: WidgetChoice): BoardItem | null {
  if ('placeholder' in item) return { kind: 'placeholder', ...item };
  const { key, place } = item;
  const widget = withMetricColors(item.widget, of.colors);
  const { site, context, plan } = planOnPage(widget, { sites: of.sites, filters: of.filters, now: of.now, choice });
  if (plan.kind === 'hidden') return null;
  const live = site === null ? null : getLiveMode(widget, getWidgetSpec(widget.type), site, context.filters, of.now);
  return { kind: 'widget', key, place, widget, context, plan, live, pageFilters: of.filters };
}

function isSamePage(one: BoardPage, other: BoardPage): boolean {
  return (
    one.sites === other.sites && one.filters === other.filters && one.now === other.now && one.colors === other.colors
  );
}

/** One definition is parsed to one object, including its position, so identity is enough. */
function isSameEntry(one: BoardEntry, other: BoardEntry): boolean {
  return 'widget' in one
    ? 'widget' in other && one.widget === other.widget
    : 'placeholder' in other && one.placeholder === other.placeholder;
}

/** Memoizes by identity: stored definitions are replaced, never mutated. */
function memoizeByIdentity<Found extends object>(read: (definition: unknown) => Found): (definition: unknown) => Found {
  const known = new WeakMap<object, Found>();
  return (definition) => {
    if (typeof definition !== 'object' || definition === null) return read(definition);
    const found = known.get(definition) ?? read(definition);
    known.set(definition, found);
    return found;
  };
}
