import type { Topology } from '../../../sites/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { siteOfWidget } from '../places/places.ts';
import type { Placeholder, ReadableWidget } from '../read-stored.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { filtersOfWidget } from './choice.ts';
import { planWidget, type WidgetPlan } from './plan-widget.ts';

/** A stored definition that was read, and its number among those of its page. */
export interface ReadDefinition {
  readonly number: number;
  readonly definition: unknown;
  readonly read: ReadableWidget | Placeholder;
}

/** Stored definitions in the order of their page; what cannot be read stays in its place. */
export function inPageOrder(
  definitions: readonly unknown[],
  read: (definition: unknown) => ReadableWidget | Placeholder,
): readonly ReadDefinition[] {
  return definitions
    .map((definition, number) => ({ number, definition, read: read(definition) }))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

const orderOf = ({ number, read }: ReadDefinition) => (read.kind === 'widget' ? read.widget.order : number);

/** A widget with what it goes by on its page. */
export interface WidgetOnPage {
  /** Whose clock and opening hours it goes by. */
  readonly site: Topology | null;
  readonly context: WidgetContext;
  readonly plan: WidgetPlan;
}

/** What a widget does under the page's filters and what was chosen in its own head, which `page` holds. */
export function planOnPage(widget: Widget, page: WidgetContext): WidgetOnPage {
  const { filters, choice, now } = page;
  const site = siteOfWidget(widget, page);
  const context = { ...page, filters: filtersOfWidget(widget, filters, choice, { site, now }) };
  return { site, context, plan: planWidget(widget, context) };
}
