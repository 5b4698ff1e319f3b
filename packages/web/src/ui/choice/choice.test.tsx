import { I18nProvider } from '@lingui/react';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import { Checkbox } from '../form/field.tsx';
import { LongSelect, LongSelectField } from './long-select.tsx';
import { chooseValues, useShortlist } from './use-shortlist.tsx';

const place = document.createElement('div');
let root: Root;
const chosen = vi.fn<(value: string) => void>();

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Element.prototype.scrollIntoView = () => undefined;
  await loadAuthenticatedMessages();
  await setLanguage('en');
  document.body.append(place);
  root = createRoot(place);
  chosen.mockReset();
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const draw = (what: ReactNode) => act(async () => root.render(<I18nProvider i18n={i18n}>{what}</I18nProvider>));
const field = () => place.querySelector('input') as HTMLInputElement;
const options = () => [...place.querySelectorAll('[role=option]')];
const said = () => place.querySelector('[role=status]')?.textContent;
const press = async (...keys: readonly string[]) => {
  const event = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  for (const key of keys) await act(async () => void field().dispatchEvent(event(key)));
};
const type = (text: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
/** The option that assistive technology sees as current. */
const current = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

function Sites({ count }: { readonly count: number }) {
  const [value, setValue] = useState('3');
  return (
    <LongSelectField
      label="Site"
      name="site"
      value={value}
      options={Array.from({ length: count }, (_, index) => ({ value: String(index + 1), text: `Café ${index + 1}` }))}
      onChange={(next) => {
        chosen(next);
        setValue(next);
      }}
    />
  );
}

test("a short list is the browser's own", async () => {
  await draw(<Sites count={60} />);
  expect(place.querySelectorAll('select[name=site] option').length).toBe(60);
});

test('a long list has a part of its options in the page, and keys reach them all', async () => {
  await draw(<Sites count={400} />);
  expect([place.querySelectorAll('option').length, options().length, field().value]).toEqual([0, 0, 'Café 3']);
  await press('ArrowDown');
  expect(options().length).toBe(50);
  expect(place.querySelector('[aria-selected=true]')?.textContent).toBe('Café 3');
  expect(said()).toContain('50 of 400');
  await press(...Array.from({ length: 45 }, () => 'PageDown'));
  expect(options().length).toBe(50);
  expect([current()?.textContent, current()?.getAttribute('aria-posinset')]).toEqual(['Café 400', '400']);
  await press('Enter');
  expect(chosen.mock.calls).toEqual([['400']]);
  expect([field().value, field().getAttribute('aria-expanded')]).toEqual(['Café 400', 'false']);
});

test('a long list is searched without accents or case, and Escape leaves the choice as it was', async () => {
  await draw(<Sites count={400} />);
  await type('CAFE 217');
  expect(options().map((option) => option.textContent)).toEqual(['Café 217']);
  await press('Escape');
  expect([field().value, chosen.mock.calls.length]).toEqual(['Café 3', 0]);
  await type('nowhere');
  expect([options().length, said()]).toEqual([0, 'No results']);
  await press('Enter');
  expect(chosen.mock.calls.length).toBe(0);
});

test('Escape closes the list and not the dialog around it', async () => {
  const outside = vi.fn();
  await draw(<Sites count={400} />);
  document.body.addEventListener('keydown', outside);
  await press('ArrowDown', 'Escape');
  expect(outside.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['ArrowDown']);
  await press('Escape');
  expect(outside.mock.calls.length).toBe(2);
  document.body.removeEventListener('keydown', outside);
});

function Zones({ count }: { readonly count: number }) {
  const options = Array.from({ length: count }, (_, index) => ({
    ...{ value: String(index), text: `\u2003Hall ${index}`, aside: `Site ${index % 7}`, isDisabled: index === 8 },
  }));
  return <LongSelect look="small" label="Zone" value="3" options={options} onChange={chosen} />;
}

test('in a head, a short list is the browser’s own, and says which options cannot be chosen', async () => {
  await draw(<Zones count={60} />);
  expect(place.querySelector('select')?.getAttribute('aria-label')).toBe('Zone');
  expect(place.querySelectorAll('option').length).toBe(60);
  expect([...place.querySelectorAll('option:disabled')].map((option) => option.textContent?.trim())).toEqual([
    'Hall 8',
  ]);
});

test('in a head, a long list has a part of its options in the page, and is searched by what stands beside them too', async () => {
  await draw(<Zones count={2400} />);
  expect([place.querySelectorAll('option').length, options().length, field().value]).toEqual([0, 0, 'Hall 3']);
  expect(field().getAttribute('aria-label')).toBe('Zone');
  await press('ArrowDown');
  expect(options().length).toBe(50);
  await type('hall 8 site');
  expect(options()[0]?.textContent).toBe('\u2003Hall 8Site 1');
  await press('Enter');
  expect(chosen.mock.calls).toEqual([]);
  await type('hall 2399');
  await press('Enter');
  expect(chosen.mock.calls).toEqual([['2399']]);
});

function People({ count, isFixed = false }: { readonly count: number; readonly isFixed?: boolean }) {
  const [ids, setIds] = useState<readonly number[]>([250, 390]);
  const people = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Member ${index + 1}` }));
  const { shown, search } = useShortlist(people, {
    textOf: ({ name }) => name,
    isChosen: ({ id }) => ids.includes(id),
    ...(!isFixed && {
      chooseAll: (all, isChosen) =>
        setIds(
          chooseValues(
            ids,
            all.map(({ id }) => id),
            isChosen,
          ),
        ),
    }),
  });
  return (
    <>
      {search}
      {shown.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={ids.includes(id)}
          onChange={() => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])}
        />
      ))}
    </>
  );
}
const names = () => [...place.querySelectorAll('label')].map(({ textContent }) => textContent);
const boxes = () => [...place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

test('a long list of checkboxes has the chosen ones first, and a search for the others', async () => {
  await draw(<People count={400} />);
  expect(boxes().length).toBe(50);
  expect(names().slice(0, 3)).toEqual(['Member 250', 'Member 390', 'Member 1']);
  expect(said()).toContain('50 of 400');
  // A newly selected option keeps its position.
  await act(async () => boxes()[2]?.click());
  await act(async () => boxes()[0]?.click());
  expect(names().slice(0, 3)).toEqual(['Member 250', 'Member 390', 'Member 1']);
  expect(
    boxes()
      .slice(0, 3)
      .map(({ checked }) => checked),
  ).toEqual([false, true, true]);
  await type('ber 399');
  expect(names()).toEqual(['Member 399']);
});

test('a short list of checkboxes is drawn as it is', async () => {
  await draw(<People count={60} />);
  expect([boxes().length, place.querySelector('[type=search]')]).toEqual([60, null]);
});

test('all results of a search are selected at once, also those that are not drawn, and deselected', async () => {
  await draw(<People count={400} />);
  const button = () => place.querySelector('button');
  const press = () => act(async () => button()?.click());
  expect(button()?.textContent).toBe('Select all (400)');
  await type('member 3');
  // All numbers with a 3: 57 below 300, and 300 to 399.
  expect(button()?.textContent).toBe('Select all (157)');
  await press();
  expect(button()?.textContent).toBe('Deselect all (157)');
  expect(place.textContent).toContain('Selected: 158');
  expect(boxes().every(({ checked }) => checked)).toBe(true);
  await press();
  // 390 was selected before, too. 250 is no result, so it stays.
  expect(place.textContent).toContain('Selected: 1');
  await type('nobody');
  expect(button()).toBeNull();
});

test('a list in which all at once means nothing has no button for it', async () => {
  await draw(<People count={400} isFixed />);
  expect(place.querySelector('button')).toBeNull();
});
