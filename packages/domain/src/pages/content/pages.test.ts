import { describe, expect, test } from 'vitest';
import { stepItems } from '../layout/index.ts';
import type { Stored } from '../widgets/index.ts';
import {
  applyLayout,
  type DashboardContent,
  findDifferences,
  getLayout,
  getPhoneOrder,
  listReferences,
  parseContent,
} from './index.ts';

const widget = (id: number, more: Stored = {}): Stored => ({
  version: 1,
  id,
  order: id - 1,
  type: 'lineChart',
  title: `Widget ${id}`,
  metrics: [{ type: 'affluenceIn' }],
  ...more,
});
const content = (widgets: readonly Stored[], more: Partial<DashboardContent> = {}): DashboardContent => ({
  name: 'Station',
  icon: null,
  isOwn: false,
  installationId: null,
  roleIds: null,
  pages: [{ key: 'now', name: 'Now', icon: null, widgets, filters: [{ type: 'zone', zoneIds: [4] }] }],
  ...more,
});
const problemsOf = (raw: unknown) => {
  const read = parseContent(raw);
  return read.ok ? [] : read.error.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a dashboard', () => {
  test('reads as it was written, with what nobody here knows', () => {
    const whole = content([widget(1, { zoneIds: [3] }), { id: 2, order: 1, type: 'hologram', beams: 3 }], {
      roleIds: [7],
      installationId: 2,
    });
    expect(parseContent(JSON.parse(JSON.stringify(whole)))).toEqual({ ok: true, value: whole });
    expect(listReferences(whole).map(({ kind, id }) => [kind, id])).toEqual([
      ['zone', 3],
      ['zone', 4],
    ]);
  });

  test.each<[unknown, string]>([
    [null, 'expected a block of fields'],
    [{ ...content([]), name: ' ' }, 'name: expected a text'],
    [{ ...content([]), colour: 1 }, 'colour: there is no field'],
    [{ ...content([]), roleIds: ['x'] }, 'roleIds: expected a list'],
    [{ ...content([]), pages: [] }, 'pages: expected a list of 1'],
    [{ ...content([]), pages: [...content([]).pages, ...content([]).pages] }, 'pages.1.key: there is a page "now"'],
    [content([widget(1), widget(1)]), 'pages.0.widgets.1.id: there is 1 already'],
    [content([widget(1, { realTime: 'often' })]), 'pages.0.widgets.0.realTime: expected one of'],
    [content([widget(1, { configuration: { axisFormatter: 'odd' } })]), 'there is no formatter "odd"'],
    [
      content(Array.from({ length: 101 }, (_, index) => widget(index + 1))),
      'pages.0.widgets: expected a list of at most',
    ],
    [content([widget(1, { title: 'x'.repeat(600_000) })]), 'expected at most'],
  ])('that is wrong is told where: %#', (raw, problem) => {
    expect(problemsOf(raw).join('\n')).toContain(problem);
  });
});

describe('what publishing changes', () => {
  const kinds = (before: DashboardContent | null, after: DashboardContent) =>
    findDifferences(before, after).map(({ kind, name }) => `${kind} ${name}`);
  const start = content([widget(1), widget(2)]);

  test('is nothing of what is the same, whatever the order of its fields', () => {
    const turned = content([Object.fromEntries(Object.entries(widget(1)).toReversed()), widget(2)]);
    expect(kinds(start, turned)).toEqual([]);
  });

  test('is told by name', () => {
    expect(kinds(null, start)).toEqual(['pageAdded Now', 'widgetAdded Widget 1', 'widgetAdded Widget 2']);
    expect(kinds(start, content([widget(2, { title: 'Two' }), widget(3)], { name: 'Hall', roleIds: [1] }))).toEqual([
      'renamed Hall',
      'sharing Hall',
      'widgetRemoved Widget 1',
      'widgetChanged Two',
      'widgetAdded Widget 3',
    ]);
    expect(kinds(start, content([widget(1, { order: 1 }), widget(2, { order: 0 })]))).toEqual(['phoneOrder Now']);
    const [page] = start.pages;
    const other = { ...(page as (typeof start.pages)[0]), key: 'then', name: 'Then', filters: [] };
    const two = content([], { pages: [...start.pages, other] });
    expect(kinds(two, content([], { pages: two.pages.toReversed() }))).toEqual(['pageOrder Station']);
    expect(kinds(two, start)).toEqual(['pageRemoved Then']);
    expect(kinds(start, content([], { pages: [{ ...other, key: 'now' }] }))).toEqual([
      'pageChanged Then',
      'filters Then',
    ]);
  });

  test('of a page nobody laid out is where its widgets stand, once one was moved', () => {
    const layout = getLayout(start.pages[0]?.widgets ?? []);
    expect(layout.map(({ id, column }) => [id, column])).toEqual([
      [1, 0],
      [2, 6],
    ]);
    const next = stepItems(layout, new Set([1]), 'down');
    const widgets = applyLayout(start.pages[0]?.widgets ?? [], layout, next);
    expect(getLayout(widgets)).toEqual(next);
    expect(getPhoneOrder(widgets)).toEqual(next.map(({ id }) => id));
    expect(kinds(start, content(widgets)).every((kind) => kind.startsWith('widgetMoved'))).toBe(true);
  });
});
