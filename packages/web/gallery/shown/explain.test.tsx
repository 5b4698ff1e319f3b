import type { RawCondition, RawQuery } from '@atrium/domain/numbers';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import { act } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGalleryClient } from '../gallery-client.ts';
import { parseClock, shops, top } from '../site.ts';
import { states } from '../states.ts';
import {
  buildDefinition,
  byGender,
  byShop,
  entries,
  hours,
  mountWidget,
  rate,
  stay,
  timeoutMs,
  week,
} from './shown-widget.tsx';

afterEach(() => {
  location.hash = '';
});

const click = (target: Element) => target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const key = (target: Element, name: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));

/** Returns the n-th match of a selector, for any kind of interaction. */
function at(place: HTMLElement, selector: string, index = 0): Element {
  const found = [...place.querySelectorAll(selector)].at(index);
  if (!found) throw new Error(`no ${selector} in ${place.innerHTML.slice(0, 2000)}`);
  return found;
}

function named(place: HTMLElement, text: string): Element {
  return at(
    place,
    'button',
    [...place.querySelectorAll('button')].findIndex((each) => each.textContent === text),
  );
}

/** Moves through a chart with the arrow keys and selects the focused mark. */
const walk =
  (...keys: readonly string[]) =>
  async (place: HTMLElement) => {
    for (const name of [...keys, 'Enter']) await act(async () => void key(at(place, '[role="slider"]'), name));
  };
const press =
  (selector: string, index = 0) =>
  async (place: HTMLElement) =>
    void click(at(place, selector, index));
const enter = (selector: string) => async (place: HTMLElement) => void key(at(place, selector), 'Enter');

interface Opened {
  readonly heading: string;
  readonly query: RawQuery;
  readonly hash: string;
}

/** Returns the opened explanation: its heading and its question. */
async function opened(
  definition: object,
  use: (place: HTMLElement) => Promise<void>,
  filters: Partial<PageFilters> = {},
): Promise<Opened> {
  const client = createGalleryClient(states.full);
  const asked = vi.spyOn(client, 'watchQuery');
  const { place, leave } = await mountWidget(definition, { client, filters });
  document.body.append(place);
  await act(async () => use(place));
  const found = await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    const heading = place.querySelector('aside h2')?.textContent;
    const query = asked.mock.calls
      .flatMap(([{ variables }]) => (variables as { query?: RawQuery })?.query ?? [])
      .at(-1);
    if (!heading || !query) throw new Error('nothing is explained');
    return { heading, query, hash: location.hash };
  }, timeoutMs);
  await leave();
  place.remove();
  return found;
}

const hour = (from: string, to: string): RawCondition => ({
  criterion: 'DATE',
  values: [`${new Date(parseClock(from)).toISOString()}/${new Date(parseClock(to)).toISOString()}`],
});
const wholeDay = { criterion: 'DATE', values: ['2026-03-11/2026-03-12'] };
const zone = (id: number): RawCondition => ({ criterion: 'ZONES', values: [String(id)] });
const gender = (value: string): RawCondition => ({ criterion: 'GENDER', values: [value] });

interface Row {
  readonly widget: object;
  readonly use: (place: HTMLElement) => Promise<void>;
  readonly heading: string;
  readonly metric: string;
  /** Its interval, filters and group. */
  readonly conditions: readonly Partial<RawCondition>[];
}

const shopTable = { zoneIds: shops, metrics: [{ ...entries, ...byShop }] };
const grid = {
  type: 'gridChart',
  zoneIds: shops,
  metrics: [{ ...entries, groupBy: [{ type: 'ZONE' }, ...hours.groupBy] }],
};
const web = { ...buildDefinition('webChart', entries, rate, stay), zoneIds: shops };
const map = buildDefinition('mapView');
const room = 'g[role="button"][aria-label^="Food court"]';

const rows: Readonly<Record<string, Row>> = {
  'a figure': {
    widget: buildDefinition('kpis', entries),
    use: press('button:not([aria-haspopup])'),
    heading: 'Entries, Arcades du Lac',
    metric: 'affluenceIn',
    conditions: [zone(top), wholeDay],
  },
  'a cell of a table': {
    widget: { type: 'table', ...shopTable },
    use: press('tbody td button'),
    heading: 'Entries, Boulangerie Morel',
    metric: 'affluenceIn',
    conditions: [zone(2), wholeDay],
  },
  'a row of bars': {
    widget: { type: 'barChart', ...shopTable },
    use: press('li button', 1),
    heading: 'Entries, Food court',
    metric: 'affluenceIn',
    conditions: [zone(3), wholeDay],
  },
  'a bar of several in a row': {
    widget: {
      type: 'barChart',
      zoneIds: shops,
      metrics: [
        { ...entries, ...byShop },
        { type: 'affluenceOut', ...byShop },
      ],
    },
    use: press('li button', 1),
    heading: 'Exits, Boulangerie Morel',
    metric: 'affluenceOut',
    conditions: [zone(2), wholeDay],
  },
  'a bar itself': {
    widget: { type: 'barChart', ...shopTable },
    use: press('[data-explains]', 2),
    heading: 'Entries, Rive Sports',
    metric: 'affluenceIn',
    conditions: [zone(4), wholeDay],
  },
  'a bar of progress': {
    widget: { type: 'progressBarChart', ...shopTable },
    use: press('li button'),
    heading: 'Entries, Boulangerie Morel',
    metric: 'affluenceIn',
    conditions: [zone(2), wholeDay],
  },
  'a slice': {
    widget: buildDefinition('pieChart', { ...entries, ...byGender }),
    use: press('[class*="slice"]', 1),
    heading: 'Entries, Men',
    metric: 'affluenceIn',
    conditions: [zone(top), gender('male'), wholeDay],
  },
  'a dial': {
    widget: buildDefinition('circleChart', rate),
    use: press('svg[role="img"]'),
    heading: 'Capture rate, Arcades du Lac',
    metric: 'captureRate',
    conditions: [zone(top), wholeDay],
  },
  'a point of a course, by keys': {
    widget: buildDefinition('lineChart', { ...entries, ...hours }),
    use: walk('Home'),
    heading: 'Entries, Arcades du Lac',
    metric: 'affluenceIn',
    conditions: [zone(top), hour('2026-03-11T06:00', '2026-03-11T07:00')],
  },
  'a column that stands for a place, by keys': {
    widget: { type: 'columnChart', ...shopTable },
    use: walk('Home', 'ArrowRight'),
    heading: 'Entries, Food court',
    metric: 'affluenceIn',
    conditions: [zone(3), wholeDay],
  },
  'a cell of a grid of colours': {
    widget: grid,
    use: press('svg g', 11),
    heading: 'Entries, Boulangerie Morel',
    metric: 'affluenceIn',
    conditions: [zone(2), hour('2026-03-11T11:00', '2026-03-11T12:00')],
  },
  'a cell of a grid, by keys': {
    widget: grid,
    use: walk('ArrowDown', 'ArrowDown', ...Array.from({ length: 9 }, () => 'ArrowRight')),
    heading: 'Entries, Food court',
    metric: 'affluenceIn',
    conditions: [zone(3), hour('2026-03-11T09:00', '2026-03-11T10:00')],
  },
  'a point of a web': {
    widget: web,
    use: press('svg g:has(> circle)', 4),
    heading: 'Capture rate, Food court',
    metric: 'captureRate',
    conditions: [zone(3), wholeDay],
  },
  'a point of a web, by keys': {
    widget: web,
    use: walk('ArrowRight', 'ArrowDown', 'ArrowRight'),
    heading: 'Capture rate, Food court',
    metric: 'captureRate',
    conditions: [zone(3), wholeDay],
  },
  'a room of a map': {
    widget: map,
    use: press(room),
    heading: 'Entries, Food court',
    metric: 'affluenceIn',
    conditions: [zone(3), wholeDay],
  },
  'a room of a map, by keys': {
    widget: map,
    use: enter(room),
    heading: 'Entries, Food court',
    metric: 'affluenceIn',
    conditions: [zone(3), wholeDay],
  },
  'a line of the list beside a map': {
    widget: map,
    use: press('ul[aria-label] button'),
    heading: 'Entries, Boulangerie Morel',
    metric: 'affluenceIn',
    conditions: [zone(2), wholeDay],
  },
  'how full a zone is': {
    widget: buildDefinition('zones', { type: 'inside' }),
    use: press('li button', 1),
    heading: 'People inside, Boulangerie Morel',
    metric: 'inside',
    conditions: [zone(2), wholeDay],
  },
};

describe('explain this number', () => {
  test.each(Object.entries(rows))('opens for %s with its interval, filters and group', async (_, row) => {
    const found = await opened(row.widget, row.use);
    expect(found).toMatchObject({ heading: row.heading, query: { metric: row.metric } });
    expect(found.query.groupBy).toBeUndefined();
    expect(found.query.filters?.conditions).toHaveLength(row.conditions.length);
    expect(found.query.filters?.conditions).toEqual(
      expect.arrayContaining(row.conditions.map((condition) => expect.objectContaining(condition))),
    );
  });

  test('of a cell that is a mean is about all the hours it is the mean of', async () => {
    const found = await opened(grid, press('svg g', 11), { ranges: [week] });
    expect(found.query).toMatchObject({ metric: 'affluenceIn', aggregation: 'AVERAGE', granularity: 3600 });
    const dates = found.query.filters?.conditions.find(({ criterion }) => criterion === 'DATE')?.values ?? [];
    expect(dates).toHaveLength(7);
    for (const date of dates) expect(date).toMatch(/^2026-03-\d\dT10:00:00\.000Z\/2026-03-\d\dT11:00:00\.000Z$/);
  });

  test('of a stretch that is dragged over within a day is about that stretch', async () => {
    const drag = async (place: HTMLElement) => {
      const chart = at(place, '[role="slider"]');
      const event = (type: string, clientX: number) =>
        chart.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerType: 'mouse' }));
      event('pointerdown', 200);
      event('pointermove', 400);
      event('pointerup', 400);
    };
    const found = await opened(buildDefinition('lineChart', { ...entries, ...hours }), drag);
    const [stretch] = found.query.filters?.conditions.find(({ criterion }) => criterion === 'DATE')?.values ?? [];
    const [from, to] = (stretch ?? '').split('/').map((end) => Date.parse(end));
    expect((to ?? 0) - (from ?? 0)).toBeGreaterThan(3_600_000);
    expect((to ?? 0) - (from ?? 0)).toBeLessThan(24 * 3_600_000);
  });

  test('leaves the names beside a map to narrow the page', async () => {
    const chooseZone = vi.fn();
    const { place, leave } = await mountWidget(map, { acts: { chooseZone, chooseSpan: vi.fn() } });
    await act(async () => void click(named(place, 'Food court')));
    await leave();
    expect(chooseZone.mock.calls).toEqual([[3]]);
  });

  test('names the number in an address that opens it again', async () => {
    const { hash } = await opened(grid, press('svg g', 11));
    expect(hash).toBe('#explain=w1%3A0%2F2%2F11');
    location.hash = hash;
    const again = await opened(grid, async () => {}, { ranges: [week] });
    expect(again).toMatchObject({ heading: 'Entries, Boulangerie Morel', query: { aggregation: 'AVERAGE' } });
  });
});
