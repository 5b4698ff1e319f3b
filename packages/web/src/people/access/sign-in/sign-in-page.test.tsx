import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../../i18n/index.ts';
import { getToasts, showToast } from '../../../ui/overlays/toast-list.ts';
import { session } from '../session/index.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Answers the sign-in, and nothing else that the page asks for. */
function answerSignIn() {
  const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.x`;
  const login = { data: { login: { token, otpRequired: false, otpContact: null } } };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    address === '/v2/graphql' ? new Response(JSON.stringify(login)) : new Response('{}', { status: 503 }),
  );
}

it('a toast that invites to sign in ends with the sign-in', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  await setLanguage('en');
  answerSignIn();
  const root = createRootRoute({ component: Outlet });
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    beforeLoad: () => ({ half: null }),
    component: SignInPage,
  });
  const history = createMemoryHistory({ initialEntries: ['/login'] });
  const router = createRouter({ routeTree: root.addChildren([login]), history });
  await router.load();
  const place = document.createElement('div');
  document.body.append(place);
  const page = createRoot(place);
  await act(async () =>
    page.render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    ),
  );
  showToast('success', 'Your account is ready. Sign in to begin.');
  const fill = (name: string, value: string) =>
    act(async () => {
      const field = place.querySelector<HTMLInputElement>(`[name=${name}]`)!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await fill('email', 'leila@rive.example');
  await fill('password', 'Demo-pass-1');
  expect(getToasts()).toHaveLength(1);
  await act(async () => place.querySelector<HTMLButtonElement>('button[type=submit]')!.click());
  await vi.waitFor(() => expect(history.location.pathname).toBe('/analytics/sites'));
  expect(getToasts()).toEqual([]);
  await act(async () => page.unmount());
  session.end('left');
  vi.restoreAllMocks();
});
