import { test as base, expect } from '@playwright/test';
import { type Driver, MissingBrowser } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebkit } from './drivers/webkit.ts';
import { BrowserPage } from './page.ts';

const engines = { firefox: startFirefox, webkit: startWebkit };

interface ForWorker {
  readonly engine: keyof typeof engines;
  readonly driver: Driver | MissingBrowser;
  /** Whether the browser is signed in: each of its journeys goes on with the session of the first. */
  readonly session: { isOpen: boolean };
}

/**
 * A journey in a browser that Playwright does not drive. One browser serves all journeys of a worker. No script error may
 * occur. Where the browser is missing, its journeys are skipped with the reason.
 */
export const test = base.extend<{ signedOut: BrowserPage; tab: BrowserPage }, ForWorker>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, use) => {
      const driver = await engines[engine]().catch((error: Error) => {
        if (error instanceof MissingBrowser) return error;
        throw error;
      });
      await use(driver);
      if (!(driver instanceof MissingBrowser)) await driver.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  session: [({ engine: _ }, use) => use({ isOpen: false }), { scope: 'worker' }],
  signedOut: async ({ driver, baseURL }, use, journey) => {
    if (driver instanceof MissingBrowser) return journey.skip(true, driver.message);
    const before = (await driver.faults()).length;
    await driver.resize(1440, 900);
    await use(new BrowserPage(driver, baseURL ?? ''));
    expect((await driver.faults()).slice(before)).toEqual([]);
  },
  tab: async ({ signedOut, session }, use) => {
    if (!session.isOpen) await signIn(signedOut);
    session.isOpen = true;
    await use(signedOut);
  },
});

/** Signs in by the page, and answers the question about cookies. */
export async function signIn(tab: BrowserPage, email = 'admin@demo.example'): Promise<void> {
  await tab.visit('/login');
  await tab.fill({ selector: 'input[type=email]' }, email);
  await tab.fill({ selector: 'input[type=password]' }, 'Demo-pass-1');
  await tab.driver.run('document.cookie = "atrium-consent=no; path=/"; return null;');
  await tab.click({ selector: 'button[type=submit]' });
  await tab.isAt(/^\/analytics\/sites/);
  await tab.shows({ selector: 'h1' });
}

export { expect };
