import { filled, type Layout, type Placed, phoneOrder, settled } from '../layout/index.ts';
import { readStored, type Stored, specOf } from '../widgets/index.ts';
import { usualExtent } from '../widgets/options/index.ts';

/** Where the widgets of a page stand; a page nobody laid out is filled in its order, as it is shown. */
export function layoutOf(widgets: readonly Stored[]): Layout {
  const inOrder = widgets.toSorted((one, other) => Number(one.order ?? 0) - Number(other.order ?? 0));
  if (widgets.every(({ place }) => isPlace(place)))
    return settled(widgets.map(({ id, place }) => ({ ...(place as Placed), id: Number(id) })));
  return filled(inOrder.map((widget) => ({ id: Number(widget.id), ...extentOf(widget) })));
}

/** The ids of a page's widgets in the order of a phone. */
export const phoneOrderOf = (widgets: readonly Stored[]): readonly number[] =>
  widgets.toSorted((one, other) => Number(one.order ?? 0) - Number(other.order ?? 0)).map(({ id }) => Number(id));

/** The widgets where a layout has them; the order on a phone goes with it as `phoneOrder` says. */
export function laidOut(widgets: readonly Stored[], was: Layout, is: Layout): readonly Stored[] {
  // What is new stands nowhere in the order yet.
  const there = new Set(was.map(({ id }) => id));
  const before = phoneOrderOf(widgets).filter((id) => there.has(id));
  const order = phoneOrder(before, was, is);
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return is.flatMap(({ id, ...place }) => {
    const widget = byId.get(id);
    return widget === undefined ? [] : [{ ...widget, order: order.indexOf(id), place }];
  });
}

/** The widgets in another order on a phone. */
export const inPhoneOrder = (widgets: readonly Stored[], order: readonly number[]): readonly Stored[] =>
  widgets.map((widget) => ({ ...widget, order: order.indexOf(Number(widget.id)) }));

/** As big as a widget usually is; of what nobody here can read, as big as a small chart. */
export function extentOf(stored: Stored): { readonly columns: number; readonly rows: number } {
  const read = readStored(stored);
  if (read.kind !== 'widget') return { columns: 6, rows: 4 };
  const { type } = read.widget;
  return usualExtent(type, specOf(type).size(read.widget, null));
}

const isPlace = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['column', 'row', 'columns', 'rows'].every((name) => Number.isInteger((value as Stored)[name]));
