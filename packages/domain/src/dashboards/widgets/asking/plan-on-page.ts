import type { Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { Placeholder, ReadableWidget } from '../parse-stored.ts';
import { findWidgetSite } from '../places/places.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { getWidgetFilters } from './choice.ts';
import { planWidget, type WidgetPlan } from './plan-widget.ts';

/** A parsed definition with its number on the page. */
export interface ReadDefinition {
  readonly number: number;
  readonly definition: unknown;
  readonly read: ReadableWidget | Placeholder;
}

/** Parses stored definitions in page order. Unreadable ones remain as placeholders. */
export function parseInPageOrder(
  definitions: readonly unknown[],
  read: (definition: unknown) => ReadableWidget | Placeholder,
): readonly ReadDefinition[] {
  return definitions
    .map((definition, number) => ({ number, definition, read: read(definition) }))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

const orderOf = ({ number, read }: ReadDefinition) => (read.kind === 'widget' ? read.widget.order : number);

/** A widget with its context on the page. */
export interface WidgetOnPage {
  /** The site whose time zone and opening hours it uses. */
  readonly site: Topology | null;
  readonly context: WidgetContext;
  readonly plan: WidgetPlan;
}

/** Plans a widget under the page's filters and the choices in its header, both in `page`. */
export function planOnPage(widget: Widget, page: WidgetContext): WidgetOnPage {
  const { filters, choice, now } = page;
  const site = findWidgetSite(widget, page);
  const context = { ...page, filters: getWidgetFilters(widget, filters, choice, { site, now }) };
  return { site, context, plan: planWidget(widget, context) };
}
