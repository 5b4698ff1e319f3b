import {
  appended,
  insertedBefore,
  type Layout,
  overlap,
  type Placed,
  pageColumns,
  without,
  withPlaced,
} from '../layout/index.ts';
import type { Stored } from '../widgets/index.ts';
import { contentLimits, type DashboardContent, type PageContent } from './content.ts';
import { extentOf, laidOut, layoutOf } from './page-layout.ts';

/** A dashboard after something was added to one of its pages, and what was added. */
export interface WithAdded {
  readonly content: DashboardContent;
  readonly ids: readonly number[];
}

export const pageOf = (content: DashboardContent, key: string): PageContent | null =>
  content.pages.find((page) => page.key === key) ?? null;

/** With another in the place of one page; the same dashboard where there is no such page, or nothing changes. */
export function withPage(
  content: DashboardContent,
  key: string,
  change: (page: PageContent) => PageContent,
): DashboardContent {
  const before = pageOf(content, key);
  const after = before === null ? null : change(before);
  if (after === before || after === null) return content;
  return { ...content, pages: content.pages.map((page) => (page.key === key ? after : page)) };
}

/** With the widgets of a page somewhere else; the order on a phone goes with it. */
export function withLayout(content: DashboardContent, key: string, layout: Layout): DashboardContent {
  return withPage(content, key, (page) => {
    const was = layoutOf(page.widgets);
    return layout === was ? page : { ...page, widgets: laidOut(page.widgets, was, layout) };
  });
}

/**
 * With a new widget: before another one, or at the end. `extent` takes the place of what its type usually is. Nothing is
 * added where the page has as many as a page may have.
 */
export function withWidget(
  content: DashboardContent,
  key: string,
  stored: Stored,
  {
    before = null,
    extent,
  }: { readonly before?: number | null; readonly extent?: Pick<Placed, 'columns' | 'rows'> } = {},
): WithAdded {
  const size = extent ?? extentOf(stored);
  return withMore(content, key, [stored], (layout, [id = 0]) =>
    before === null
      ? appended(layout, { id, ...size })
      : insertedBefore(layout, { id, column: 0, row: 0, ...size }, before),
  );
}

/** With a copy of each of these: beside it where nothing stands there, else below. */
export function withCopies(content: DashboardContent, key: string, ids: ReadonlySet<number>): WithAdded {
  const page = pageOf(content, key);
  const copied = page === null ? [] : layoutOf(page.widgets).filter(({ id }) => ids.has(id));
  const stored = copied.flatMap(({ id }) => page?.widgets.filter((widget) => widget.id === id) ?? []);
  return withMore(content, key, stored, (layout, added) =>
    copied.reduce((all, one, index) => withPlaced(all, { ...besideOrBelow(all, one), id: added[index] ?? 0 }), layout),
  );
}

export function withoutWidgets(content: DashboardContent, key: string, ids: ReadonlySet<number>): DashboardContent {
  return withPage(content, key, (page) => {
    const was = layoutOf(page.widgets);
    const is = without(was, ids);
    return is.length === was.length ? page : { ...page, widgets: laidOut(page.widgets, was, is) };
  });
}

/** With one widget otherwise; what it is called by and where it stands stay. */
export function withChanged(
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

/** With one more page at the end, under a key that is free; null where there are as many as there may be. */
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

/** Without one of its pages; the last one stays. */
export function withoutPage(content: DashboardContent, key: string): DashboardContent {
  const pages = content.pages.filter((page) => page.key !== key);
  return pages.length === 0 || pages.length === content.pages.length ? content : { ...content, pages };
}

/** With a page some places further towards the end, or the start. */
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
): WithAdded {
  const page = pageOf(content, key);
  const none = { content, ids: [] };
  if (page === null || stored.length === 0 || page.widgets.length + stored.length > contentLimits.widgets) return none;
  const last = Math.max(0, ...page.widgets.map(({ id }) => Number(id)));
  const ids = stored.map((_, index) => last + index + 1);
  const was = layoutOf(page.widgets);
  const added = stored.map((widget, index) => ({ ...widget, id: ids[index] }));
  const widgets = laidOut([...page.widgets, ...added], was, place(was, ids));
  return { content: withPage(content, key, (before) => ({ ...before, widgets })), ids };
}

function besideOrBelow(layout: Layout, one: Placed): Placed {
  const beside = { ...one, column: one.column + one.columns };
  const isFree = beside.column + beside.columns <= pageColumns && !layout.some((other) => overlap(beside, other));
  return isFree ? beside : { ...one, row: one.row + one.rows };
}

const placeOf = ({ place }: Stored): Stored => (place === undefined ? {} : { place });
