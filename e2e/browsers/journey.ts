import { test as base, expect } from '@playwright/test';
import { type Driver, MissingBrowser } from './drivers/driver.ts';
import { startFirefox } from './drivers/firefox.ts';
import { startWebkit } from './drivers/webkit.ts';
import { BrowserPage } from './page.ts';

const engines = { firefox: startFirefox, webkit: startWebkit };

interface ForWorker {
  readonly engine: keyof typeof engines;
  readonly driver: Driver | MissingBrowser;
  /** Whether the browser is signed in: its journeys share the session of the first. */
  readonly session: { isOpen: boolean };
}

/**
 * A journey in a browser that Playwright does not drive. All journeys of a worker share one browser. Script errors fail
 * the journey. Journeys of a missing browser are skipped with the reason.
 */
export const test = base.extend<{ opened: BrowserPage; signedOut: BrowserPage; tab: BrowserPage }, ForWorker>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, use, { project }) => {
      const driver = await engines[engine](project.use.baseURL ?? '').catch((error: Error) => {
        if (error instanceof MissingBrowser) return error;
        throw error;
      });
      await use(driver);
      if (!(driver instanceof MissingBrowser)) await driver.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  session: [({ engine: _ }, use) => use({ isOpen: false }), { scope: 'worker' }],
  opened: async ({ driver }, use, journey) => {
    if (driver instanceof MissingBrowser) return journey.skip(true, driver.message);
    const before = (await driver.faults()).length;
    await driver.resize(1440, 900);
    await use(new BrowserPage(driver));
    if (journey.status !== journey.expectedStatus)
      await journey.attach('window', { body: await driver.screenshot(), contentType: 'image/png' });
    const faults = (await driver.faults()).slice(before);
    expect(faults.filter((fault) => !isNote(fault))).toEqual([]);
  },
  signedOut: async ({ opened, session }, use) => {
    if (session.isOpen) await opened.driver.run(forgetCookies);
    session.isOpen = false;
    await use(opened);
  },
  tab: async ({ opened, session }, use) => {
    if (!session.isOpen) await signIn(opened);
    session.isOpen = true;
    await use(opened);
  },
});

/** Browsers report a ResizeObserver loop as an error, although its changes only wait for the next frame. */
const isNote = (fault: string) => fault.startsWith('ResizeObserver loop');

const forgetCookies = `
  for (const cookie of document.cookie.split('; ')) document.cookie = cookie.split('=')[0] + '=; path=/; max-age=0';
  return null;`;

/** Signs in through the page, and answers the cookie banner. */
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
