import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, type MessageId, setLanguage } from '../../../i18n/index.ts';
import { CodeEntry } from './code-entry.tsx';

let root: Root;
const place = document.createElement('div');
const field = () => place.querySelector<HTMLInputElement>('[name=otp]')!;
const button = () => place.querySelector('button')!;

async function show(contact: 'email' | 'phone', outcomes: readonly (MessageId | null)[] = [null]) {
  const left = [...outcomes];
  const onCode = vi.fn(async (_code: string): Promise<MessageId | null> => left.shift() ?? null);
  const onResend = vi.fn(async (): Promise<MessageId | null> => null);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <CodeEntry contact={contact} onCode={onCode} onResend={onResend} />
      </I18nProvider>,
    ),
  );
  return { onCode, onResend };
}

async function type(value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(field(), value);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('typing a one-time code (A02, A17)', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.useFakeTimers();
    document.body.append(place);
    await setLanguage('en');
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    vi.useRealTimers();
  });

  it('submits a complete code by itself, whatever separates its digits', async () => {
    const { onCode } = await show('email');
    expect(document.activeElement).toBe(field());
    await type('12345');
    expect(onCode).not.toHaveBeenCalled();
    await type(' 12-34 ٥۶ 7');
    expect(onCode.mock.calls).toEqual([['123456']]);
  });

  it('shows the error below the field, clears the code, and hides the error with the next digit', async () => {
    const { onCode } = await show('phone', ['signIn.code.invalid.phone']);
    await type('000000');
    const said = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said()).toContain('Invalid code');
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['', 'true']);
    await type('1');
    expect([said(), field().getAttribute('aria-invalid')]).toEqual(['', 'false']);
    await type('123456');
    expect(onCode).toHaveBeenCalledTimes(2);
  });

  it('lets another code be sent after sixty seconds, then begins to count again', async () => {
    const { onResend } = await show('email');
    expect([button().disabled, button().getAttribute('aria-busy')]).toEqual([true, 'true']);
    expect(button().textContent).toBe('Send a new code in 60 s');
    await act(async () => vi.advanceTimersByTime(59_000));
    expect([button().disabled, button().textContent]).toEqual([true, 'Send a new code in 1 s']);
    await act(async () => vi.advanceTimersByTime(1000));
    expect([button().disabled, button().textContent]).toEqual([false, 'Send a new code']);
    await act(async () => button().click());
    expect(onResend).toHaveBeenCalledOnce();
    expect(button().textContent).toBe('Send a new code in 60 s');
    expect(place.textContent).toContain('A new code is on its way to your inbox.');
  });
});
