import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlap, stepItems } from '../layout/index.ts';
import { createWidget } from '../widgets/options/index.ts';
import {
  type DashboardContent,
  findPage,
  getLayout,
  getPhoneOrder,
  parseContent,
  withChangedWidget,
  withCopies,
  withLayout,
  withNewPage,
  withoutPage,
  withoutWidgets,
  withPageMoved,
  withWidget,
} from './index.ts';

const empty: DashboardContent = {
  name: 'Station',
  icon: null,
  isOwn: false,
  installationId: null,
  roleIds: null,
  pages: [{ key: 'now', name: 'Now', icon: null, widgets: [], filters: [] }],
};
const types = ['lineChart', 'kpis', 'table', 'weather', 'zones'] as const;
const fresh = (type: (typeof types)[number]) => createWidget(type, { title: type, metrics: ['affluenceIn', 'inside'] });
const withAll = (...some: readonly (typeof types)[number][]) =>
  some.reduce((content, type) => withWidget(content, 'now', fresh(type)).content, empty);
const widgetsOf = (content: DashboardContent) => findPage(content, 'now')?.widgets ?? [];
const layout = (content: DashboardContent) => getLayout(widgetsOf(content));

/** One random edit of a page. */
type Step = readonly ['add' | 'before' | 'copy' | 'remove' | 'up' | 'end', number];
function did(content: DashboardContent, [what, number]: Step): DashboardContent {
  const all = layout(content);
  const id = all[number % Math.max(1, all.length)]?.id ?? 0;
  const widget = fresh(types[number % types.length] ?? 'kpis');
  if (what === 'add') return withWidget(content, 'now', widget).content;
  if (what === 'before') return withWidget(content, 'now', widget, { before: id }).content;
  if (what === 'copy') return withCopies(content, 'now', new Set([id])).content;
  if (what === 'remove') return withoutWidgets(content, 'now', new Set([id]));
  return withLayout(content, 'now', stepItems(all, new Set([id]), what));
}

describe('a page that is laid out', () => {
  it('stays one that can be kept: nothing overlaps, ids and order are whole, whatever is done to it', () => {
    const step = fc.tuple(fc.constantFrom('add', 'before', 'copy', 'remove', 'up', 'end'), fc.nat(50));
    fc.assert(
      fc.property(fc.array(step as fc.Arbitrary<Step>, { maxLength: 25 }), (steps) => {
        const content = steps.reduce(did, empty);
        const read = parseContent(content);
        expect(read.ok || read.error).toBe(true);
        const all = layout(content);
        expect(all.some((one) => all.some((other) => one !== other && overlap(one, other)))).toBe(false);
        const orders = widgetsOf(content).map(({ order }) => order);
        expect(orders.toSorted()).toEqual(orders.map((_, index) => index).toSorted());
      }),
    );
  });

  it('takes what is new where it was wanted, as big as its type usually is', () => {
    const content = withAll('lineChart', 'table');
    const [first] = layout(content);
    const { content: after, ids } = withWidget(content, 'now', fresh('weather'), { before: first?.id ?? null });
    expect(layout(after)[0]?.id).toBe(ids[0]);
    expect(getPhoneOrder(widgetsOf(after))[0]).toBe(ids[0]);
    expect(layout(after)).toHaveLength(3);
  });

  it('reads on a phone as on the page while nobody put it otherwise, what is new included', () => {
    const content = withAll('lineChart', 'table', 'kpis');
    const moved = withLayout(content, 'now', stepItems(layout(content), new Set([3]), 'up'));
    expect(getPhoneOrder(widgetsOf(moved))).toEqual(layout(moved).map(({ id }) => id));
    const more = withWidget(moved, 'now', fresh('weather'), { before: 1 }).content;
    expect(getPhoneOrder(widgetsOf(more))).toEqual(layout(more).map(({ id }) => id));
    const less = withoutWidgets(more, 'now', new Set([1]));
    expect(getPhoneOrder(widgetsOf(less))).toEqual(layout(less).map(({ id }) => id));
  });

  it('has a copy beside its original where there is room, else below it', () => {
    const small = withWidget(empty, 'now', fresh('weather'), { extent: { columns: 4, rows: 5 } }).content;
    const beside = withCopies(small, 'now', new Set([1]));
    expect(layout(beside.content).find(({ id }) => id === beside.ids[0])).toMatchObject({ column: 4, row: 0 });
    const wide = withWidget(empty, 'now', fresh('table'), { extent: { columns: 12, rows: 5 } }).content;
    const below = withCopies(wide, 'now', new Set([1]));
    expect(layout(below.content).find(({ id }) => id === below.ids[0])).toMatchObject({ column: 0, row: 5 });
  });

  it('keeps id and place of a widget that becomes another', () => {
    const content = withLayout(withAll('lineChart'), 'now', [{ id: 1, column: 3, row: 0, columns: 6, rows: 5 }]);
    const changed = withChangedWidget(content, 'now', 1, () => ({ type: 'table', title: 'New', version: 1 }));
    expect(widgetsOf(changed)[0]).toMatchObject({ id: 1, order: 0, type: 'table', place: { column: 3 } });
  });

  it('says nothing changed where nothing did', () => {
    const content = withAll('lineChart');
    expect(withoutWidgets(content, 'now', new Set([9]))).toBe(content);
    expect(withCopies(content, 'now', new Set())).toEqual({ content, ids: [] });
    expect(withoutPage(content, 'now')).toBe(content);
    expect(withPageMoved(content, 'now', -1)).toBe(content);
  });
});

describe('the pages of a dashboard', () => {
  it('come under keys of their own, change places, and go, but for the last', () => {
    const more = withNewPage(empty, { name: 'Second', icon: null, widgets: [], filters: [] });
    const content = more?.content ?? empty;
    expect(content.pages.map(({ key }) => key)).toEqual(['now', 'page-2']);
    expect(withPageMoved(content, 'page-2', -1).pages.map(({ key }) => key)).toEqual(['page-2', 'now']);
    const one = withoutPage(content, 'now');
    expect(one.pages.map(({ name }) => name)).toEqual(['Second']);
    expect(withoutPage(one, 'page-2')).toBe(one);
    expect(withNewPage(one, { name: 'Third', icon: null, widgets: [], filters: [] })?.key).toBe('page-3');
  });

  it('are never more than a dashboard may have', () => {
    let content: DashboardContent | undefined = empty;
    for (let count = 1; count < 20; count++)
      content = withNewPage(content ?? empty, { name: 'More', icon: null, widgets: [], filters: [] })?.content;
    expect(content?.pages).toHaveLength(20);
    expect(withNewPage(content ?? empty, { name: 'Too many', icon: null, widgets: [], filters: [] })).toBeNull();
  });
});
