import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rowLink } from '../table/row-link.ts';
import { Table } from '../table/table.tsx';

type Callback = (entries: readonly object[]) => void;
let tell: Callback = () => undefined;
const observed = new Set<Element>();

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Callback) {
        tell = callback;
      }
      observe = (row: Element) => observed.add(row);
      unobserve = (row: Element) => observed.delete(row);
    },
  );
  document.body.append(place);
  root = createRoot(place);
  await import('./observe.ts');
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const columns = [
  {
    key: 'name',
    head: 'Name',
    isName: true,
    cell: (row: number) => (
      <a href={`/${row}`} {...rowLink}>
        Shop {row}
      </a>
    ),
  },
  { key: 'figure', head: 'Figure', cell: (row: number) => `${row} people` },
  { key: 'more', head: 'More', cell: () => 'more' },
];
const draw = (count: number) =>
  act(async () => {
    root.render(<Table columns={columns} rows={Array.from({ length: count }, (_, row) => row)} keyOf={(row) => row} />);
    await vi.dynamicImportSettled();
  });
const rows = () => [...place.querySelectorAll('tbody tr')];
const cellsOf = (row: number) => rows()[row]?.children.length;
const move = (row: number, isIntersecting: boolean, height = 68) =>
  act(async () => tell([{ target: rows()[row], isIntersecting, boundingClientRect: { height } }]));

it('a long table has every row with its name, and cells only near the window', async () => {
  await draw(400);
  expect(rows().length).toBe(400);
  expect([...place.querySelectorAll('a')].map((link) => link.textContent)[399]).toBe('Shop 399');
  expect([cellsOf(0), cellsOf(399)]).toEqual([3, 1]);
  expect(place.querySelectorAll('*').length).toBeLessThan(1400);
  expect(observed.size).toBe(400);
  const link = rows()[399]?.querySelector('a');
  await move(399, true);
  expect(cellsOf(399)).toBe(3);
  // The same element, so that the focus and browser search results stay valid.
  expect(rows()[399]?.querySelector('a')).toBe(link);
  await move(399, false, 72);
  expect([cellsOf(399), (rows()[399] as HTMLElement).style.blockSize]).toEqual([1, '72px']);
});

it('a row that contains the focus stays complete', async () => {
  await draw(400);
  await move(300, true);
  rows()[300]?.querySelector('a')?.focus();
  await move(300, false);
  expect(cellsOf(300)).toBe(3);
});

it('on paper every row has its cells', async () => {
  await draw(400);
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  expect(rows().every((row) => row.children.length === 3)).toBe(true);
});

it('a short table is drawn in full', async () => {
  await draw(40);
  expect([cellsOf(39), observed.size]).toEqual([3, 0]);
});
