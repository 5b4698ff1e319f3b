import {
  appendItem,
  insertItemBefore,
  type Layout,
  overlap,
  type Placed,
  pageColumns,
  placeItem,
  removeItems,
} from '../layout/index.ts';
import type { Stored } from '../widgets/index.ts';
import { contentLimits, type DashboardContent, type PageContent } from './content.ts';
import { applyLayout, getLayout, getWidgetExtent } from './page-layout.ts';

/** A dashboard with added widgets, and their ids. */
export interface AddedWidgets {
  readonly content: DashboardContent;
  readonly ids: readonly number[];
}

export const findPage = (content: DashboardContent, key: string): PageContent | null =>
  content.pages.find((page) => page.key === key) ?? null;

/** Replaces a page. Returns the same dashboard if there is no such page or no change. */
export function withPage(
  content: DashboardContent,
  key: string,
  change: (page: PageContent) => PageContent,
): DashboardContent {
  const before = findPage(content, key);
  const after = before === null ? null : change(before);
  if (after === before || after === null) return content;
  return { ...content, pages: content.pages.map((page) => (page.key === key ? after : page)) };
}

/** Applies a layout to a page and updates its phone order. */
export function withLayout(content: DashboardContent, key: string, layout: Layout): DashboardContent {
  return withPage(content, key, (page) => {
    const was = getLayout(page.widgets);
    return layout === was ? page : { ...page, widgets: applyLayout(page.widgets, was, layout) };
  });
}

/**
 * Adds a widget before another one or at the end. `extent` overrides the type's default size. Adds nothing to a full
 * page.
 */
export function withWidget(
  content: DashboardContent,
  key: string,
  stored: Stored,
  {
    before = null,
    extent,
  }: { readonly before?: number | null; readonly extent?: Pick<Placed, 'columns' | 'rows'> } = {},
): AddedWidgets {
  const size = extent ?? getWidgetExtent(stored);
  return withMore(content, key, [stored], (layout, [id = 0]) =>
    before === null
      ? appendItem(layout, { id, ...size })
      : insertItemBefore(layout, { id, column: 0, row: 0, ...size }, before),
  );
}

/** Copies widgets: next to the original if there is room, else below. */
export function withCopies(content: DashboardContent, key: string, ids: ReadonlySet<number>): AddedWidgets {
  const page = findPage(content, key);
  const copied = page === null ? [] : getLayout(page.widgets).filter(({ id }) => ids.has(id));
  const stored = copied.flatMap(({ id }) => page?.widgets.filter((widget) => widget.id === id) ?? []);
  return withMore(content, key, stored, (layout, added) =>
    copied.reduce((all, one, index) => placeItem(all, { ...besideOrBelow(all, one), id: added[index] ?? 0 }), layout),
  );
}

export function withoutWidgets(content: DashboardContent, key: string, ids: ReadonlySet<number>): DashboardContent {
  return withPage(content, key, (page) => {
    const was = getLayout(page.widgets);
    const is = removeItems(was, ids);
    return is.length === was.length ? page : { ...page, widgets: applyLayout(page.widgets, was, is) };
  });
}

/** Changes a widget but keeps its id and position. */
export function withChangedWidget(
  content: DashboardContent,
  key: string,
  id: number,
  change: (widget: Stored) => Stored,
): DashboardContent {
  return withPage(content, key, (page) => ({
    ...page,
    widgets: page.widgets.map((widget) =>
      widget.id === id ? { ...change(widget), id, order: widget.order, ...placeOf(widget) } : widget,
    ),
  }));
}

/** Appends a page with an unused key; null if the dashboard is full. */
export function withNewPage(
  content: DashboardContent,
  page: Omit<PageContent, 'key'>,
): { readonly content: DashboardContent; readonly key: string } | null {
  if (content.pages.length >= contentLimits.pages) return null;
  const keys = new Set(content.pages.map(({ key }) => key));
  let number = content.pages.length + 1;
  while (keys.has(`page-${number}`)) number++;
  const key = `page-${number}`;
  return { content: { ...content, pages: [...content.pages, { ...page, key }] }, key };
}

/** Removes a page. The last one remains. */
export function withoutPage(content: DashboardContent, key: string): DashboardContent {
  const pages = content.pages.filter((page) => page.key !== key);
  return pages.length === 0 || pages.length === content.pages.length ? content : { ...content, pages };
}

/** Moves a page by some positions. */
export function withPageMoved(content: DashboardContent, key: string, by: number): DashboardContent {
  const at = content.pages.findIndex((page) => page.key === key);
  const page = content.pages[at];
  const to = Math.min(content.pages.length - 1, Math.max(0, at + by));
  if (page === undefined || to === at) return content;
  const others = content.pages.filter((one) => one !== page);
  return { ...content, pages: [...others.slice(0, to), page, ...others.slice(to)] };
}

function withMore(
  content: DashboardContent,
  key: string,
  stored: readonly Stored[],
  place: (layout: Layout, ids: readonly number[]) => Layout,
): AddedWidgets {
  const page = findPage(content, key);
  const none = { content, ids: [] };
  if (page === null || stored.length === 0 || page.widgets.length + stored.length > contentLimits.widgets) return none;
  const last = Math.max(0, ...page.widgets.map(({ id }) => Number(id)));
  const ids = stored.map((_, index) => last + index + 1);
  const was = getLayout(page.widgets);
  const added = stored.map((widget, index) => ({ ...widget, id: ids[index] }));
  const widgets = applyLayout([...page.widgets, ...added], was, place(was, ids));
  return { content: withPage(content, key, (before) => ({ ...before, widgets })), ids };
}

function besideOrBelow(layout: Layout, one: Placed): Placed {
  const beside = { ...one, column: one.column + one.columns };
  const isFree = beside.column + beside.columns <= pageColumns && !layout.some((other) => overlap(beside, other));
  return isFree ? beside : { ...one, row: one.row + one.rows };
}

const placeOf = ({ place }: Stored): Stored => (place === undefined ? {} : { place });
