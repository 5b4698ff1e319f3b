import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rowLink } from './row-link.ts';
import { Table } from './table.tsx';

const place = document.createElement('div');
let root: Root;
const opened: string[] = [];
const followed: string[] = [];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('open', (address: string) => void opened.push(address));
  await import('./activate-row-link.ts');
  opened.length = 0;
  followed.length = 0;
  document.body.append(place);
  root = createRoot(place);
  const columns = [
    {
      key: 'name',
      head: 'Name',
      isName: true,
      cell: (name: string) => (
        <a
          href={`http://example.test/${name}`}
          {...rowLink}
          onClick={(event) => {
            event.preventDefault();
            followed.push(name);
          }}
        >
          {name}
        </a>
      ),
    },
    { key: 'text', head: 'Text', cell: (name: string) => <span id={`text-${name}`}>words</span> },
    {
      key: 'act',
      head: 'Act',
      cell: (name: string) => (
        <button type="button" id={`act-${name}`}>
          <i id={`in-${name}`} />
        </button>
      ),
    },
  ];
  await act(async () => root.render(<Table columns={columns} rows={['first', 'second']} keyOf={(row) => row} />));
});
afterEach(async () => {
  getSelection()?.removeAllRanges();
  await act(async () => root.unmount());
  place.remove();
});

const press = (id: string, kind: 'click' | 'auxclick', options: MouseEventInit = {}) =>
  act(async () => {
    const event = new MouseEvent(kind, { bubbles: true, cancelable: true, ...options });
    document.getElementById(id)?.dispatchEvent(event);
    await vi.dynamicImportSettled();
  });

it('a click anywhere in a row follows the link of that row, once', async () => {
  await press('text-second', 'click');
  expect(followed).toEqual(['second']);
  place.querySelector('a')?.click();
  expect(followed).toEqual(['second', 'first']);
});

it.each([
  ['Ctrl and a click', 'click', { ctrlKey: true }],
  ['Command and a click', 'click', { metaKey: true }],
  ['the middle button', 'auxclick', { button: 1 }],
] as const)('%s opens the link in a tab of its own', async (_, kind, options) => {
  await press('text-first', kind, options);
  expect([opened, followed]).toEqual([['http://example.test/first'], []]);
});

it('the second button opens its menu only', async () => {
  await press('text-first', 'auxclick', { button: 2 });
  expect([opened, followed]).toEqual([[], []]);
});

it('a control in a row does not follow the link', async () => {
  await press('in-first', 'click');
  await press('act-first', 'auxclick', { button: 1 });
  expect([opened, followed]).toEqual([[], []]);
});

it('a drag that selects text stays on the page', async () => {
  getSelection()?.selectAllChildren(document.getElementById('text-first') as Element);
  await press('text-first', 'click');
  expect(followed).toEqual([]);
});

it('a head is no row', async () => {
  await act(async () => {
    place.querySelector('th')?.click();
    await vi.dynamicImportSettled();
  });
  expect(followed).toEqual([]);
});
