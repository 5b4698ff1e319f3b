import { compactLayout, fillRows, type Layout, type Placed, updatePhoneOrder } from '../layout/index.ts';
import { getWidgetSpec, parseStored, type Stored } from '../widgets/index.ts';
import { getTypeExtent } from '../widgets/options/index.ts';

/** Returns the layout of a page. A page without positions is filled in order. */
export function getLayout(widgets: readonly Stored[]): Layout {
  const inOrder = widgets.toSorted((one, other) => Number(one.order ?? 0) - Number(other.order ?? 0));
  if (widgets.every(({ place }) => isPlace(place)))
    return compactLayout(widgets.map(({ id, place }) => ({ ...(place as Placed), id: Number(id) })));
  return fillRows(inOrder.map((widget) => ({ id: Number(widget.id), ...getWidgetExtent(widget) })));
}

/** Returns the ids of a page's widgets in phone order. */
export const getPhoneOrder = (widgets: readonly Stored[]): readonly number[] =>
  widgets.toSorted((one, other) => Number(one.order ?? 0) - Number(other.order ?? 0)).map(({ id }) => Number(id));

/** Applies a layout to the widgets and updates their phone order with `updatePhoneOrder`. */
export function applyLayout(widgets: readonly Stored[], was: Layout, is: Layout): readonly Stored[] {
  // New widgets have no place in the order yet.
  const there = new Set(was.map(({ id }) => id));
  const before = getPhoneOrder(widgets).filter((id) => there.has(id));
  const order = updatePhoneOrder(before, was, is);
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return is.flatMap(({ id, ...place }) => {
    const widget = byId.get(id);
    return widget === undefined ? [] : [{ ...widget, order: order.indexOf(id), place }];
  });
}

/** Applies a phone order to the widgets. */
export const applyPhoneOrder = (widgets: readonly Stored[], order: readonly number[]): readonly Stored[] =>
  widgets.map((widget) => ({ ...widget, order: order.indexOf(Number(widget.id)) }));

/** Returns a widget's default size. Unreadable widgets get the size of a small chart. */
export function getWidgetExtent(stored: Stored): { readonly columns: number; readonly rows: number } {
  const read = parseStored(stored);
  if (read.kind !== 'widget') return { columns: 6, rows: 4 };
  const { type } = read.widget;
  return getTypeExtent(type, getWidgetSpec(type).size(read.widget, null));
}

const isPlace = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['column', 'row', 'columns', 'rows'].every((name) => Number.isInteger((value as Stored)[name]));
