import type { LabelledValue } from '@atrium/domain/numbers';
import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { getWidgetSpec, noChoice, parseStored, planWidget } from '@atrium/domain/pages/widgets';
import { act } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answerNumbers } from '../numbers.ts';
import { buildCells } from '../plan.ts';
import { site } from '../site.ts';
import { states } from '../states.ts';
import { mountWidget } from './shown-widget.tsx';

const saved: Blob[] = [];
beforeAll(() => {
  URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
});

let leave = async () => {};
afterEach(() => leave());

const { filters, now } = states.full;

async function show(type: WidgetType): Promise<HTMLElement> {
  await leave();
  const shown = await mountWidget(buildCells(type).find(({ name }) => name === 'full')?.definition ?? {});
  document.body.append(shown.place);
  leave = async () => {
    await shown.leave();
    shown.place.remove();
    leave = async () => {};
  };
  expect(shown.place.querySelector('[aria-haspopup="menu"]')).not.toBeNull();
  return shown.place;
}

async function choose(place: HTMLElement, action: string): Promise<void> {
  const click = (element: HTMLElement | undefined | null) => act(async () => element?.click());
  await click(place.querySelector<HTMLElement>('[aria-haspopup="menu"]'));
  const items = [...place.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  await click(items.find(({ textContent }) => textContent === action));
}

/** An independent RFC 4180 parser. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\r\n') rows.push([]);
  }
  return rows;
}

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

async function csvOf(type: WidgetType): Promise<string[][]> {
  saved.length = 0;
  await choose(await show(type), 'Download CSV');
  return parseCsv(await textOf(saved[0] as Blob));
}

/** Returns every number of every answer, as sent by the server. */
function answered(type: WidgetType): number[] {
  const read = parseStored(buildCells(type).find(({ name }) => name === 'full')?.definition);
  if (read.kind === 'placeholder') throw new Error(read.why);
  const plan = planWidget(read.widget, { sites: [site.topology], filters, now, choice: noChoice });
  if (plan.kind !== 'shown') throw new Error(plan.kind);
  const leaves = (values: readonly LabelledValue[]): number[] =>
    values.flatMap(({ value }) => (Array.isArray(value) ? leaves(value) : typeof value === 'number' ? [value] : []));
  return plan.queries
    .filter(({ role }) => role === 'data')
    .flatMap(({ query }) => leaves(answerNumbers({ query, answering: 'numbers', now }).data));
}

const numbersIn = (rows: readonly (readonly string[])[]) =>
  rows.flatMap((row) => row.filter((cell) => cell !== '' && Number.isFinite(Number(cell))).map(Number));
const inOrder = (numbers: readonly number[]) => numbers.map((each) => each.toPrecision(9)).sort();

test.each(widgetTypes.filter((type) => getWidgetSpec(type).source === 'numbers'))(
  'the CSV of %s holds every number it was answered, bare, under a name (G09)',
  async (type) => {
    const [head = [], ...rows] = await csvOf(type);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]));
    expect(new Set(head).size).toBe(head.length);
    // Usual values have their own columns. Hours while closed contribute no zeros.
    const own = head.map((name) => !/usual/i.test(name));
    const found = numbersIn(rows.map((row) => row.filter((_, place) => own[place])));
    const isKnown = (value: number) => value !== 0 || found.includes(0);
    expect(inOrder(found.filter((each) => each !== 0))).toEqual(
      inOrder(answered(type).filter((each) => each !== 0 && isKnown(each))),
    );
  },
);

test.each<[WidgetType, readonly string[], readonly number[]]>([
  ['alertLogTable', ['Zone', 'Metric', 'Value', 'Threshold', 'Time'], [1240, 1000, 1075, 1000, 342, 300]],
  ['mapView', ['Place', 'Entries'], [1405, 936, 468, 1171]],
  ['heatmap', ['Day', 'Hours spent'], [412.5]],
  [
    'weather',
    ['Day', 'Weather', 'High', 'Low', 'Chance of rain'],
    [13, 3, 10, 11, 2, 80, 9, 1, 7, 0, 20, 5, -1, 60, 3, -2, 90],
  ],
])('the CSV of %s holds what it shows, bare (G09)', async (type, head, numbers) => {
  const [names, ...rows] = await csvOf(type);
  expect(names).toEqual(head);
  expect(inOrder(numbersIn(rows))).toEqual(inOrder(numbers));
});

test.each(widgetTypes)('%s shown as a table says the same as its file (G09)', async (type) => {
  const file = await csvOf(type);
  const place = document.body.lastElementChild as HTMLElement;
  await choose(place, 'Show as table');
  const table = [...(place.querySelector('table')?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? ''),
  );
  expect(table.map(({ length }) => length)).toEqual(file.map(({ length }) => length));
  expect(table[0]).toEqual(file[0]);
  for (const [row, cells] of table.entries())
    for (const [column, cell] of cells.entries()) {
      const bare = file[row]?.[column] ?? '';
      const shown = Number(
        cell
          .replaceAll(',', '')
          .replace(/[^\d.−-].*$/, '')
          .replace('−', '-'),
      );
      // The table rounds, and writes durations in minutes.
      if (bare !== '' && /^-?[\d.]+$/.test(bare) && /^[\d,.]+( |$)/.test(cell) && !/ (m|h|s)\b/.test(cell))
        expect(Math.abs(shown - Number(bare)), `${bare} as ${cell}`).toBeLessThanOrEqual(0.51);
    }
});
