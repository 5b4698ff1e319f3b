import type { Stored } from '../widgets/index.ts';
import type { DashboardContent, PageContent } from './content.ts';

/** One difference between two versions, with the name of what differs. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Its page; null for the dashboard itself. */
  readonly page: string | null;
  /** Title of the widget or name of the page. */
  readonly name: string;
}

export const differenceKinds = [
  'renamed',
  'sharing',
  'pageAdded',
  'pageRemoved',
  'pageChanged',
  'pageOrder',
  'filters',
  'widgetAdded',
  'widgetRemoved',
  'widgetChanged',
  'widgetMoved',
  'phoneOrder',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Returns what publishing would change for readers. For an unpublished draft that is all its pages and widgets. */
export function findDifferences(published: DashboardContent | null, draft: DashboardContent): readonly Difference[] {
  const before = new Map(published?.pages.map((page) => [page.key, page]) ?? []);
  const after = new Map(draft.pages.map((page) => [page.key, page]));
  const found: Difference[] = [];
  const add = (kind: DifferenceKind, name: string, page: string | null = null) => found.push({ kind, name, page });
  if (published !== null) {
    if (published.name !== draft.name || published.icon !== draft.icon) add('renamed', draft.name);
    if (!same(sharingOf(published), sharingOf(draft))) add('sharing', draft.name);
  }
  for (const { key, name } of published?.pages ?? []) if (!after.has(key)) add('pageRemoved', name);
  for (const page of draft.pages) {
    const was = before.get(page.key);
    if (was === undefined) add('pageAdded', page.name);
    else if (was.name !== page.name || was.icon !== page.icon) add('pageChanged', page.name);
    found.push(...onPage(was ?? null, page));
  }
  const order = (keys: Iterable<string>, of: ReadonlyMap<string, unknown>) => [...keys].filter((key) => of.has(key));
  if (!same(order(before.keys(), after), order(after.keys(), before))) add('pageOrder', draft.name);
  return found;
}

function onPage(was: PageContent | null, is: PageContent): readonly Difference[] {
  const found: Difference[] = [];
  const add = (kind: DifferenceKind, name: string) => found.push({ kind, name, page: is.name });
  const byId = (page: PageContent | null) => new Map(page?.widgets.map((widget) => [widget.id, widget]) ?? []);
  const [before, after] = [byId(was), byId(is)];
  for (const [id, widget] of before) if (!after.has(id)) add('widgetRemoved', titleOf(widget));
  for (const [id, widget] of after) {
    const old = before.get(id);
    if (old === undefined) add('widgetAdded', titleOf(widget));
    else if (!same(shownOf(old), shownOf(widget))) add('widgetChanged', titleOf(widget));
    else if (!same(old.place, widget.place)) add('widgetMoved', titleOf(widget));
  }
  if (was === null) return found;
  if (!same(was.filters, is.filters)) add('filters', is.name);
  const order = (one: ReadonlyMap<unknown, Stored>, other: ReadonlyMap<unknown, Stored>) =>
    [...one]
      .filter(([id]) => other.has(id))
      .toSorted(([, a], [, b]) => Number(a.order) - Number(b.order))
      .map(([id]) => id);
  const isMoved = found.some(({ kind }) => kind === 'widgetMoved');
  if (!isMoved && !same(order(before, after), order(after, before))) add('phoneOrder', is.name);
  return found;
}

const titleOf = ({ title, type }: Stored): string => String(title || type || '');

/** Ignores the position. */
const shownOf = ({ place: _place, order: _order, ...shown }: Stored): Stored => shown;

const sharingOf = ({ isOwn, installationId, roleIds }: DashboardContent) => ({ isOwn, installationId, roleIds });

/** Compares objects regardless of key order. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}
