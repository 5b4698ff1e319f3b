import type { BrowserContext } from '@playwright/test';

/** Signs a browser in by cookie. */
export const signInByCookie = (context: BrowserContext, url: string, value: string) =>
  context.addCookies(
    [
      { name: 'production-atrium-token', value },
      { name: 'production-atrium-session', value: '1' },
    ].map((cookie) => ({ ...cookie, url, sameSite: 'Strict' as const })),
  );
