import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import { NumberField } from './number-input.tsx';
import { useForm } from './use-form.ts';

const place = document.createElement('div');
const stored = vi.fn();
let root: Root;
let change: (value: number | null) => void;

function Area({ isWhole }: { isWhole: boolean }) {
  const form = useForm<{ area: number | null }>({
    stored: { area: 40.5 },
    order: ['area'],
    faultsOf: () => ({}),
    save: async ({ area }) => {
      stored(area);
      return null;
    },
  });
  const [value, setValue] = useState(form.values.area);
  change = setValue;
  const take = (area: number | null) => {
    setValue(area);
    form.set('area', area);
  };
  return (
    <form {...form.props} noValidate>
      <NumberField label="Area" name="area" step="any" isWhole={isWhole} value={value} onChange={take} />
    </form>
  );
}

const field = () => place.querySelector('input') as HTMLInputElement;
const message = () => place.querySelector('p')?.textContent ?? null;

async function show(language: 'en' | 'fr' | 'de', { isWhole = false } = {}) {
  await setLanguage(language);
  await loadAuthenticatedMessages();
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Area isWhole={isWhole} />
      </I18nProvider>,
    ),
  );
}

async function type(text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const save = () =>
  act(async () => void field().form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stored.mockReset();
  document.body.append(place);
});
afterEach(() => act(async () => root.unmount()));

it.each(['12,5', '12.5'])('stores 12.5 of %s and leaves it as it was typed', async (text) => {
  await show('en');
  await type(text);
  await save();
  expect(stored.mock.calls).toEqual([[12.5]]);
  expect(field().value).toBe(text);
});

it.each([
  ['en', '40.5'],
  ['fr', '40,5'],
] as const)('in %s writes 40.5 as %s', async (language, text) => {
  await show(language);
  expect(field().value).toBe(text);
});

it.each([
  ['en', 'twelve', 'Enter a number, such as 12.5'],
  ['de', 'zwölf', 'Geben Sie eine Zahl ein, zum Beispiel 12.5'],
  ['en', '1,050', 'This can be read in two ways. Enter 1050 or 1.05'],
] as const)('in %s refuses %s with a message, and no form is saved with it', async (language, text, words) => {
  await show(language);
  await type(text);
  expect(message()).toBe(words);
  await save();
  expect(stored).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field());
  await type('7');
  expect(message()).toBeNull();
  await save();
  expect(stored.mock.calls).toEqual([[7]]);
});

it('asks for a whole number where it has to be one', async () => {
  await show('en', { isWhole: true });
  await type('2.5');
  expect(message()).toBe('Enter a whole number, such as 12');
});

it('an empty field is null, never 0', async () => {
  await show('en');
  await type('');
  await save();
  expect(stored.mock.calls).toEqual([[null]]);
});

it('arrow keys add and take one', async () => {
  await show('en');
  for (const [key, value] of [
    ['ArrowUp', '41.5'],
    ['ArrowDown', '40.5'],
  ] as const) {
    await act(async () => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    expect(field().value).toBe(value);
  }
});

it('a value from outside replaces the typed text', async () => {
  await show('en');
  await type('twelve');
  await act(async () => change(3));
  expect(field().value).toBe('3');
  expect(message()).toBeNull();
});
