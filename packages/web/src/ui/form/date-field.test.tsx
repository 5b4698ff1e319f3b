import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { DateField } from './date-field.tsx';

let root: Root;
const place = document.createElement('div');
const field = () => place.querySelector<HTMLInputElement>('[name=from]')!;
const picker = () => place.querySelector<HTMLInputElement>('[type=date]')!;
const onChange = vi.fn();

function Form({ pattern }: { pattern: string }) {
  const [value, setValue] = useState('2026-11-21');
  onChange.mockImplementation(setValue);
  return <DateField label="From" name="from" value={value} pattern={pattern} onChange={onChange} />;
}

async function put(input: HTMLInputElement, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const leave = () => act(async () => void field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));

describe('a day in the reader’s pattern (B02)', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    onChange.mockReset();
    document.body.append(place);
    await setLanguage('en');
    root = createRoot(place);
  });
  afterEach(() => act(async () => root.unmount()));

  const show = (pattern: string) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <Form pattern={pattern} />
        </I18nProvider>,
      ),
    );

  it('is shown and parsed in it, and stays as typed until blurred', async () => {
    await show('DD/MM/YYYY');
    expect(field().value).toBe('21/11/2026');
    await put(field(), '1/2/2026');
    expect(onChange).toHaveBeenLastCalledWith('2026-02-01');
    expect(field().value).toBe('1/2/2026');
    await leave();
    expect(field().value).toBe('01/02/2026');
  });

  it('explains the format of an invalid date on blur, and changes nothing', async () => {
    await show('YYYY-MM-DD');
    await put(field(), '21.11.26');
    expect([field().getAttribute('aria-invalid'), onChange.mock.calls]).toEqual(['false', []]);
    await leave();
    expect(place.textContent).toContain('Enter the date as YYYY-MM-DD');
    await put(field(), '');
    await leave();
    expect(onChange).toHaveBeenLastCalledWith('');
    expect([field().getAttribute('aria-invalid'), field().value]).toEqual(['false', '']);
  });

  it('is taken from the calendar, whatever was typed before', async () => {
    await show('MM/DD/YYYY');
    await put(field(), 'x');
    await put(picker(), '2026-12-24');
    expect(onChange).toHaveBeenLastCalledWith('2026-12-24');
    expect(field().value).toBe('12/24/2026');
  });
});
