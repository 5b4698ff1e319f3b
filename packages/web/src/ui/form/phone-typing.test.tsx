import { countries } from '@atrium/domain/core/phones';
import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { PhoneField } from './phone-field.tsx';

let root: Root;
let stored = '';
const place = document.createElement('div');

function Form() {
  const [value, setValue] = useState('');
  stored = value;
  return <PhoneField label="Phone" name="phone" value={value} onChange={setValue} />;
}

/** Types one key after the other, each appended to the text shown then. */
async function type(text: string) {
  const input = place.querySelector<HTMLInputElement>('[name=phone]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const key of text)
    await act(async () => {
      set?.call(input, (input?.value ?? '') + key);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    });
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.append(place);
  await setLanguage('en');
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Form />
      </I18nProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it.each(countries.map(({ code, dial }) => [code, `+${dial}`] as const))(
  'A13 a number of %s typed with %s key by key keeps its country',
  async (_code, dial) => {
    await type(`${dial}612345678`);
    expect(stored.slice(0, dial.length + 4)).toBe(`${dial}6123`);
  },
);

it('A13 a French number typed key by key is that number', async () => {
  await type('+33612345678');
  expect(stored).toBe('+33612345678');
});

it('A13 00 typed key by key begins a number with a dial code, as + does', async () => {
  await type('0033612345678');
  expect(stored).toBe('+33612345678');
});

it('A13 a first zero is no part of the number', async () => {
  await type('0791234567');
  expect(stored).toBe('+41791234567');
});
