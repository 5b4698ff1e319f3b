import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as picture from '../../src/charts/render-png.ts';
import { createGalleryClient } from '../gallery-client.ts';
import * as numbers from '../numbers.ts';
import { buildCells } from '../plan.ts';
import { parseClock } from '../site.ts';
import { type StateName, stateNames, states } from '../states.ts';
import { mountWidget, timeoutMs } from './shown-widget.tsx';

vi.mock('../../src/charts/render-png.ts', { spy: true });
vi.mock('../numbers.ts', { spy: true });

/** Widgets without sensors, which cannot have silent sensors. */
const unmeasured: Readonly<Partial<Record<WidgetType, string>>> = {
  alertLogTable: 'what was noticed is on record, whoever is silent now',
  heatmap: 'a picture is made of positions, and none of them is missing',
  weather: 'a provider tells it',
};

const files: { readonly name: string; readonly file: Blob }[] = [];
const copied = vi.fn((_text: string) => Promise.resolve());
const widened = vi.fn(() => Promise.resolve());
beforeAll(() => {
  const blobs: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${blobs.push(file as Blob) - 1}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = blobs[Number(this.href.slice(5))];
    if (file) files.push({ name: this.download, file });
  });
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
  Element.prototype.requestFullscreen = widened;
});

beforeEach(() => {
  files.length = 0;
  vi.mocked(picture.renderPng).mockResolvedValue(new Blob(['png'], { type: 'image/png' }));
});

let leave = async () => {};
afterEach(async () => {
  await leave();
  vi.clearAllMocks();
});

async function show(type: WidgetType, name: StateName): Promise<HTMLElement> {
  const cell = buildCells(type).find((each) => each.name === name);
  const { filters } = states[name];
  const isStill = name === 'loading';
  const shown = await mountWidget(cell?.definition ?? {}, {
    filters,
    client: createGalleryClient(states[name]),
    isStill,
  });
  document.body.append(shown.place);
  leave = async () => {
    await shown.leave();
    shown.place.remove();
  };
  return shown.place;
}

const click = (element: Element | null | undefined) => act(async () => (element as HTMLElement | null)?.click());
async function offered(place: HTMLElement): Promise<readonly string[]> {
  await click(place.querySelector('[aria-haspopup="menu"]'));
  return [...place.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent ?? '');
}
async function choose(place: HTMLElement, action: string): Promise<void> {
  await offered(place);
  await click([...place.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === action));
}
/** Height of the drawing or its placeholder, px. */
const heightOf = (place: HTMLElement) => {
  const body = [...place.querySelectorAll<HTMLElement>('section [style]')].find(({ style }) =>
    style.getPropertyValue('--body'),
  );
  return body?.style.getPropertyValue('--body') ?? '';
};
const taking = ['Download picture', 'Download CSV', 'Copy numbers', 'Show as table'];

describe.each(widgetTypes)('%s', (type) => {
  test('with numbers lets them be taken as a picture, as a file, as a copy, read as a table and seen in full', async () => {
    const place = await show(type, 'full');
    expect(await offered(place)).toEqual(expect.arrayContaining([...taking, 'Full screen']));
    await click(place.querySelector('[aria-haspopup="menu"]'));
    const card = place.querySelector('section');
    const title = card?.querySelector('h2')?.textContent ?? '';

    await choose(place, 'Download picture');
    await vi.waitFor(() => expect(files).toHaveLength(1), timeoutMs);
    expect(files[0]).toMatchObject({ name: `${title}.png`, file: { type: 'image/png' } });
    expect(vi.mocked(picture.renderPng).mock.calls[0]?.[0]).toBe(card);

    await choose(place, 'Download CSV');
    expect(files[1]?.name).toBe(`${title}.csv`);
    expect(files[1]?.file.size).toBeGreaterThan(10);

    await choose(place, 'Copy numbers');
    const rows = copied.mock.calls[0]?.[0].split('\n') ?? [];
    expect(rows.length).toBeGreaterThan(1);
    expect(rows[0]).toContain('\t');

    await choose(place, 'Full screen');
    expect(widened.mock.contexts).toEqual([card]);

    await choose(place, 'Show as table');
    expect(place.querySelectorAll('table tbody tr').length).toBeGreaterThan(0);
    await choose(place, 'Show as chart');
  });

  test('has its final size while it waits, and in every state', async () => {
    const full = heightOf(await show(type, 'full'));
    expect(Number.parseInt(full, 10)).toBeGreaterThan(60);
    // Finer steps or other metrics make a different widget, whose size may differ.
    const isOther = (name: StateName) => 'isFine' in states[name] || 'changes' in states[name];
    const cells = buildCells(type).filter(({ never, name }) => never === null && name !== 'full' && !isOther(name));
    for (const { name } of cells) {
      await leave();
      const place = await show(type, name);
      expect([name, heightOf(place)]).toEqual([name, full]);
      if (name === 'loading') expect(place.querySelector('[role="status"]')).not.toBeNull();
    }
  });

  test('has nothing to take away where it has no numbers, and can be seen in full', async () => {
    for (const name of stateNames.filter((each) => ['loading', 'forbidden', 'error'].includes(each))) {
      await leave();
      const actions = await offered(await show(type, name));
      expect([name, actions]).toEqual([name, ['Full screen']]);
    }
  });

  test('says how much was reported, and names the silent sensors, where sensors report', async () => {
    const answer = vi.mocked(numbers.answerNumbers).getMockImplementation();
    const [from, to] = [parseClock('2026-03-11T10:30'), parseClock('2026-03-11T11:00')] as const;
    const silence = { deviceId: 7, name: 'North entrance', from, to, count: 1, time: to - from };
    const { answerNumbers } = await vi.importActual<typeof numbers>('../numbers.ts');
    vi.mocked(numbers.answerNumbers).mockImplementation((asked) => ({
      ...answerNumbers(asked),
      coverage: { ratio: 0.907, silent: [silence], sites: [] },
    }));
    const place = await show(type, 'full');
    vi.mocked(numbers.answerNumbers).mockImplementation(answer ?? answerNumbers);
    const badge = place.querySelector<HTMLElement>('button[aria-describedby]:not([aria-label])');
    if (unmeasured[type] !== undefined) return expect(badge).toBeNull();
    expect(badge?.textContent).toMatch(/^90\.7\s%/);
    await act(async () => badge?.focus());
    const tip = () => document.getElementById(badge?.getAttribute('aria-describedby') ?? '')?.textContent;
    await vi.waitFor(() => expect(tip()).toContain('North entrance 10:30–11:00'), timeoutMs);
  });
});

test('a chart that fills the screen fills its height, and has its own again afterwards', async () => {
  const place = await show('columnChart', 'full');
  const own = heightOf(place);
  const fill = (card: Element | null) =>
    act(async () => {
      Object.defineProperty(document, 'fullscreenElement', { value: card, configurable: true });
      document.dispatchEvent(new Event('fullscreenchange'));
    });
  await fill(place.querySelector('section'));
  expect(Number.parseInt(heightOf(place), 10)).toBeGreaterThan(Number.parseInt(own, 10));
  expect(Number.parseInt(heightOf(place), 10)).toBeLessThan(window.innerHeight);
  await fill(null);
  expect(heightOf(place)).toBe(own);
});
