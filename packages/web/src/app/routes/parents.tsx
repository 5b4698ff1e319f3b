import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { loadAuthenticatedMessages } from '../../i18n/index.ts';
import { landingPath, session } from '../../people/access/index.ts';
import { ConsentGate } from '../../people/consent/consent-gate.tsx';
import { Toasts } from '../../ui/overlays/toasts.tsx';
import { WholeLoader } from '../../ui/page/full-screen.tsx';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';

/** Parses a positive id of up to nine digits from an address; null if invalid. */
export const parseId = (text: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;

/** Redirects to the list if the id is not a number. */
export function requireId(id: string, list: '/alerts' | '/reports' | '/stop-n-go'): void {
  if (parseId(id) === null) throw redirect({ to: list, replace: true });
}

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts>
        <ConsentGate />
      </Toasts>
    </>
  ),
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
});

/** Parent of all signed-in pages. Its chunk contains the data client and the shell, so the sign-in page stays small. */
export const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  beforeLoad: async ({ location: wanted }) => {
    if (await session.open()) return;
    throw redirect({
      to: '/login',
      search: wanted.pathname === landingPath ? {} : { origin: wanted.href },
      replace: true,
    });
  },
  loader: loadAuthenticatedMessages,
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
  component: lazyRouteComponent(() => import('../shell/signed-in-layout.tsx'), 'SignedInLayout'),
});
