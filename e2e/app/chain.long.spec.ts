import { Random } from '@atrium/testkit/chance';
import { buildChainFile } from '@atrium/testkit/sites';
import { askOrThrow, createAsk, uploadSiteFile } from '../support/asking.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { expect, type Page, test } from '../support/journey.ts';

const email = 'admin@chain.example';
const password = 'Demo-pass-1';
const siteCount = 400;
const size = {
  ...{ organization: 'Chain', sites: siteCount, users: 0, alerts: 80, dashboards: 1, pagesPerDashboard: 1 },
  ...{ bookmarks: 0, largestSite: null },
};
/**
 * Maximum number of DOM nodes, text nodes included. Nine sites need up to 2 600; drawing every row in full took 33 000.
 */
const maxNodes = 5_000;
const rowsOfSites = 'main table tbody tr';

interface Chain {
  readonly origin: string;
  /** Token of its administrator. */
  readonly token: string;
  /** Posts entries at the street door of a site. */
  enter(site: number, people: number): Promise<void>;
}

test.describe.configure({ timeout: 300_000 });

let installation: EmptyInstallation;
let chain: Chain;

test.beforeAll(async () => {
  test.setTimeout(480_000);
  installation = await startEmpty();
  chain = await makeChain(installation);
});
test.afterAll(() => installation?.stop());

async function makeChain({ origin, invitation }: EmptyInstallation): Promise<Chain> {
  const nobody = createAsk(origin, null);
  await askOrThrow(
    nobody,
    `mutation ($token: String!, $email: String!, $password: String!, $organization: InvitationOrganization) {
      acceptInvitation(token: $token, email: $email, password: $password, firstName: "Ada", lastName: "Keller", lang: "en", organization: $organization) }`,
    {
      ...{ token: new URL(invitation).searchParams.get('token'), email, password },
      organization: { name: size.organization, address: 'Bern' },
    },
  );
  const { login } = await askOrThrow<{ login: { token: string } }>(
    nobody,
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email, password },
  );
  const ask = createAsk(origin, login.token);
  await uploadSiteFile(origin, login.token, buildChainSites());
  const { createIngestKey: key } = await askOrThrow<{ createIngestKey: { secret: string } }>(
    ask,
    'mutation { createIngestKey(name: "Gateway") { secret } }',
  );
  return {
    ...{ origin, token: login.token },
    async enter(site, people) {
      const at = new Date().toISOString();
      const answer = await fetch(`${origin}/ingest/v1/readings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key.secret}` },
        body: JSON.stringify([
          { device: `SHOP-${site}-street`, metric: 'affluenceIn', at, value: people, interval: 300 },
        ]),
      });
      expect(await answer.json()).toMatchObject({ accepted: 1 });
    },
  };
}

/** Builds shops that never close, so that at any hour each has a row with a live value. */
function buildChainSites(): string {
  const file = JSON.parse(buildChainFile(new Random(1), size).replaceAll('admin@demo.example', email));
  for (const shop of file.installations) shop.openingHours = 'always';
  return JSON.stringify(file);
}

interface Socket {
  /** Messages on the live socket, by type. */
  readonly sent: Record<string, number>;
  readonly received: Record<string, number>;
}

/** Opens a page as the chain's administrator and counts the messages on its socket. */
async function open(page: Page, path: string): Promise<Socket> {
  const socket: Socket = { sent: {}, received: {} };
  const count = (into: Record<string, number>) => (frame: { payload: string | Buffer }) => {
    const { type } = JSON.parse(String(frame.payload)) as { type: string };
    into[type] = (into[type] ?? 0) + 1;
  };
  page.on('websocket', (live) => {
    live.on('framesent', count(socket.sent));
    live.on('framereceived', count(socket.received));
  });
  await page.context().addCookies(
    [
      ...[
        { name: 'production-atrium-token', value: chain.token },
        { name: 'production-atrium-session', value: '1' },
      ].map((cookie) => ({ ...cookie, sameSite: 'Strict' as const })),
      { name: 'atrium-consent', value: 'no' },
    ].map((cookie) => ({ ...cookie, url: chain.origin })),
  );
  await page.addInitScript(() => {
    const tasks = { long: 0 };
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.long += list.getEntries().length;
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${chain.origin}${path}`);
  return socket;
}

/** Waits until the page draws thirty frames without a long task. */
const settle = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { tasks } = window as unknown as { readonly tasks: { readonly long: number } };
          const before = tasks.long;
          for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
          return tasks.long - before;
        }),
      { timeout: 90_000 },
    )
    .toBe(0);

/** Counts all nodes of the page, including text nodes. */
const countNodes = (page: Page) =>
  page.evaluate(() => {
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (nodes.nextNode()) count += 1;
    return count;
  });

test('the overview of a chain settles, has few nodes, and updates visible rows', async ({ page }) => {
  const socket = await open(page, '/analytics/sites');
  const rows = page.locator(rowsOfSites);
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(siteCount);
  await settle(page);
  expect(await countNodes(page)).toBeLessThanOrEqual(maxNodes);
  // One for all sites, one for the bell.
  await expect.poll(() => socket.sent.subscribe ?? 0).toBeGreaterThan(0);
  expect(socket.sent.subscribe).toBeLessThanOrEqual(4);
  expect(socket.received.error).toBeUndefined();

  // Every site is in the page and reachable; a row far from the viewport contains only its name.
  const names = await page.locator(`${rowsOfSites} th a`).allTextContents();
  expect(new Set(names.flatMap((name) => /\S (\d+) ·/.exec(name)?.[1] ?? [])).size).toBe(siteCount);
  const far = names.at(-1) ?? '';
  const row = rows.filter({ has: page.getByRole('link', { name: far, exact: true }) });
  expect(await row.locator('> *').count()).toBe(1);
  await row.getByRole('link').scrollIntoViewIfNeeded();
  await expect.poll(() => row.locator('> *').count()).toBeGreaterThan(3);
  const before = await row.textContent();
  await chain.enter(Number(/ (\d+) ·/.exec(far)?.[1]), 37);
  await expect(row).toContainText('37');
  expect(before).not.toContain('37');
  await settle(page);

  // The keyboard moves from row to row, including reduced ones.
  await row.getByRole('link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr') !== null)).toBe(true);

  // In print all rows are complete.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await page.locator(`${rowsOfSites} > :only-child:has(> a)`).count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await settle(page);
});

for (const path of ['/counting', '/reports/new', '/export-data', '/alerts/new-alert', '/settings/sites'])
  test(`${path} of a chain settles and is small`, async ({ page }) => {
    await open(page, path);
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    expect(await countNodes(page)).toBeLessThanOrEqual(maxNodes);
  });

test('the sidebar finds a site by a part of its name, and lists favorites and recent sites first', async ({ page }) => {
  await open(page, '/home');
  const sidebar = page.getByRole('navigation', { name: 'Pages and sites' });
  const listed = sidebar.locator('li', { has: page.getByRole('button', { name: /^Favorite/ }) });
  const nameOf = (place: number) => listed.nth(place).getByRole('link').textContent();
  await expect(listed).toHaveCount(6);
  const search = sidebar.getByRole('searchbox', { name: 'Find a site' });
  await search.fill(' 317 ');
  await expect(listed).toHaveCount(1);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/counting\/\d+/);
  await expect(search).toHaveValue('');
  await expect(listed).toHaveCount(6);
  expect(await nameOf(0)).toMatch(/ 317 ·/);
  await listed.nth(3).hover();
  const fourth = (await nameOf(3))?.split(' ·')[0] ?? '';
  await listed
    .nth(3)
    .getByRole('button', { name: /^Favorite/ })
    .click();
  await page.reload();
  await expect(listed.first()).toContainText(fourth);
  await expect(listed.first().getByRole('button')).toHaveAttribute('aria-pressed', 'true');
});

test('a site is found in a long picker by a part of its name', async ({ page }) => {
  await open(page, '/alerts/new-alert');
  const site = page.getByRole('combobox', { name: 'Site' });
  await site.click();
  const list = page.getByRole('listbox', { name: 'Site' });
  await expect(list.getByRole('option')).toHaveCount(50);
  await expect(page.getByRole('status').filter({ hasText: `50 of ${siteCount}` })).toBeAttached();
  await site.fill(' 317 ');
  await list.getByRole('option').first().click();
  await expect(site).toHaveValue(/ 317 ·/);
  await expect(list).toHaveCount(0);
});
