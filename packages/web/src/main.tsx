import './ui/fonts.css';
import './ui/base.css';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { findInitialLanguage, forgetProfileLanguage, i18n, setLanguage } from './i18n/index.ts';
import { session } from './people/access/index.ts';
import { focusClickedControls } from './ui/overlays/focus-clicked-controls.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place for the application');

// When the session ends, in this tab or another, goes to the sign-in page.
session.onEnd((end) => {
  forgetProfileLanguage();
  const { pathname, href } = router.state.location;
  // Signed-out pages have no session, and a form may be half filled in.
  if (/^\/(login|invitation|onboarding|reset-password-confirm|unsubscribe-confirm|files)(\/|$)/.test(pathname)) return;
  const search =
    end === 'left'
      ? {}
      : end === 'expired'
        ? { ended: 'expired' as const, origin: href }
        : { ended: 'viewAs' as const };
  void router.navigate({ to: '/login', search, replace: true });
});

focusClickedControls(document);
// No top-level await: the build rejects it, because WebKit would resolve chunks before they are evaluated.
void setLanguage(findInitialLanguage()).then(() =>
  createRoot(place).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StrictMode>,
  ),
);
// Only a builder's frame needs this.
if (window.parent !== window)
  void import('./app/listen-to-builder.ts').then(({ listenToBuilder }) => listenToBuilder({ session, router }));
// After the first screen, which has this build's texts; later texts come from the server.
void import('./people/translations/sync-texts.ts').then(({ syncTexts: keepUp }) => keepUp());
