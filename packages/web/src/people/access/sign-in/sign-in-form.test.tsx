import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../../i18n/index.ts';
import { rememberEmail, rememberedEmail, session } from '../session/index.ts';
import { SignInForm } from './sign-in-form.tsx';

let root: Root;
const place = document.createElement('div');
const field = (name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`)!;

const onHalf = vi.fn();

async function show(onSignedIn = vi.fn()) {
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <SignInForm forgotten={null} onHalf={onHalf} onSignedIn={onSignedIn} />
      </I18nProvider>,
    ),
  );
  return onSignedIn;
}

async function type(name: string, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(field(name), value);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const submit = () => act(async () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click());

function answer(body: unknown, status = 200) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }));
}

describe('the sign-in form (A01)', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    document.body.append(place);
    localStorage.clear();
    await setLanguage('en');
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    session.end('left');
    vi.restoreAllMocks();
  });

  it('shows errors below the fields, focuses the first one and sends no request', async () => {
    const fetched = answer({});
    await show();
    await submit();
    expect(document.activeElement).toBe(field('email'));
    expect(field('email').getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field('email').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter your email address',
    );
    await type('email', 'leila@rive.ch');
    expect(field('email').getAttribute('aria-invalid')).toBe('false');
    await type('password', 'short-1');
    expect(place.textContent).toContain('A password has at least 8 characters');
    await submit();
    expect(document.activeElement).toBe(field('password'));
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    [{ errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] }, 401, 'Wrong email/password'],
    [
      { errors: [{ message: 'x', extensions: { code: 'RATE_LIMITED' } }] },
      200,
      'Too many attempts. Please wait a minute, then try again.',
    ],
    [{}, 429, 'Too many attempts. Please wait a minute, then try again.'],
    [{ errors: [{ message: 'x', extensions: { code: 'INTERNAL' } }] }, 500, 'Something went wrong'],
    [{ errors: [{ message: 'x', extensions: { code: 'OVERLOADED' } }] }, 503, 'Servers unavailable'],
    [{ errors: [{ message: 'x', extensions: { code: 'constructor' } }] }, 500, 'Something went wrong'],
  ])('tells %j (%i) as %j and keeps what was typed', async (body, status, text) => {
    answer(body, status);
    const onSignedIn = await show();
    await type('email', 'leila@rive.ch');
    await type('password', 'Demo-pass-1');
    await submit();
    expect(place.querySelector('[role=alert]')?.textContent).toBe(text);
    expect([field('email').value, field('password').value]).toEqual(['leila@rive.ch', 'Demo-pass-1']);
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('continues with the code if required, without being signed in (A02)', async () => {
    answer({ data: { login: { token: 'half', otpRequired: true, otpContact: 'phone' } } });
    const onSignedIn = await show();
    await type('email', 'leila@rive.ch');
    await type('password', 'Demo-pass-1');
    await submit();
    expect(onHalf).toHaveBeenCalledExactlyOnceWith({ token: 'half', contact: 'phone' }, 'leila@rive.ch');
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(session.token()).toBeNull();
  });

  it('tells by what the browser is known: something of its own, kept from the first sign-in on', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the form reads it there
    document.cookie = 'test-atrium-device=; max-age=0; path=/';
    const told: unknown[] = [];
    const signIn = async (answered: unknown) => {
      const fetched = answer(answered);
      await show();
      await type('email', 'leila@rive.ch');
      await type('password', 'Demo-pass-1');
      await submit();
      told.push(JSON.parse(String(fetched.mock.lastCall?.[1]?.body)).variables.deviceId);
      await act(async () => root.unmount());
      vi.restoreAllMocks();
    };
    await signIn({ errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] });
    const right = { data: { login: { token: 'one', otpRequired: false, otpContact: null } } };
    await signIn(right);
    await signIn(right);
    expect(told).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/), told[1]]);
    expect(told[0]).not.toBe(told[1]);
    await show();
  });

  it('signs in, and remembers the email only when asked to', async () => {
    answer({ data: { login: { token: 'one', otpRequired: false, otpContact: null } } });
    rememberEmail('leila@rive.ch');
    const onSignedIn = await show();
    expect(field('email').value).toBe('leila@rive.ch');
    await type('password', 'Demo-pass-1');
    await act(async () => place.querySelector<HTMLInputElement>('[type=checkbox]')!.click());
    await submit();
    expect(onSignedIn).toHaveBeenCalledOnce();
    expect(session.token()).toBe('one');
    expect(rememberedEmail()).toBe('');
  });
});
