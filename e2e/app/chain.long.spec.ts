import { chainPeople } from '@atrium/testkit/sites';
import { type Ask, askOrThrow, createAsk } from '../support/asking.ts';
import {
  type Chain,
  countNodes,
  enter,
  maxNodes,
  open,
  settle,
  siteCount,
  startChain,
  watchTasks,
} from '../support/chain.ts';
import { findIds } from '../support/ids.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { buildAddress, routes } from '../support/routes.ts';

const rowsOfSites = 'main table tbody tr';

test.describe.configure({ timeout: 300_000 });

let chain: Chain;
test.beforeAll(async () => {
  test.setTimeout(480_000);
  chain = await startChain();
});
test.afterAll(() => chain?.stop());

test('the overview of a chain settles, has few nodes, and updates visible rows', async ({ page }) => {
  const socket = await open(chain, page, '/analytics/sites');
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
    await open(chain, page, path);
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    expect(await countNodes(page)).toBeLessThanOrEqual(maxNodes);
  });

test('the sidebar finds a site by a part of its name, and lists favorites and recent sites first', async ({ page }) => {
  await open(chain, page, '/home');
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

test('the palette finds a zone among thousands, and a custom page', async ({ page }) => {
  await open(chain, page, '/home');
  await expect(page.getByRole('searchbox', { name: 'Find a site' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('ladenflache 240 400');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/counting\/\d+\?(.*&)?zone=\d+/);
  await expect(page.locator('main')).toContainText('Ladenfläche 240');
  await page.keyboard.press('Control+k');
  await field.fill('board 17');
  await expect(page.getByRole('option').first()).toContainText('Chain board 17');
});

test('a site is found in a long picker by a part of its name', async ({ page }) => {
  await open(chain, page, '/alerts/new-alert');
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

/** Routes of signed-out people, and of things that the chain has none of. */
const otherRoutes =
  /^\/(login|invitation|reset-|unsubscribe-|onboarding|embeded|files|t\/|not-found)|\$(reportId|logId|screenId|draftId)?$/;
const maxHeapBytes = 100_000_000;

interface Person {
  readonly ask: Ask;
  enter(page: Page): Promise<void>;
}

/** Signs the administrator in, viewing as somebody else unless null. */
async function becomes(email: string | null): Promise<Person> {
  const token = await chain.signIn();
  const own = createAsk(chain.origin, token);
  if (email === null) return { ask: own, enter: (page) => enter(page, chain.origin, { token }) };
  const { allUsers } = await askOrThrow<{ allUsers: readonly { id: number; email: string }[] }>(
    own,
    '{ allUsers { id email } }',
  );
  const { startViewAs } = await askOrThrow<{ startViewAs: { token: string } }>(
    own,
    'mutation ($id: Int!) { startViewAs(userId: $id) { token } }',
    { id: allUsers.find((user) => user.email === email)?.id },
  );
  const viewAs = startViewAs.token;
  return { ask: createAsk(chain.origin, viewAs), enter: (page) => enter(page, chain.origin, { token, viewAs }) };
}

/** Returns the addresses of all routes, with the last of the sites a person sees: the largest, if they see all. */
async function listAddresses({ ask }: Person): Promise<readonly string[]> {
  const ids = await findIds(createAsk(chain.origin, await chain.signIn()));
  const { allInstallations } = await askOrThrow<{ allInstallations: readonly { id: number }[] }>(
    ask,
    '{ allInstallations { id } }',
  );
  const largest = Math.max(...allInstallations.map(({ id }) => id));
  const own = new Map(ids).set('installations', [largest]);
  return routes.filter((route) => !otherRoutes.test(route)).map((route) => buildAddress(route, own));
}

/** Bytes of the page's heap after a garbage collection. */
async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

for (const [who, email, sites] of [
  ['the administrator', null, siteCount],
  ['the manager of 40 sites', chainPeople.manager, 40],
  ['the viewer of one site', chainPeople.viewer, 1],
] as const)
  test(`every page of a chain settles and is small for ${who}`, async ({ page }) => {
    test.setTimeout(900_000);
    const person = await becomes(email);
    const { allInstallations } = await askOrThrow<{ allInstallations: readonly object[] }>(
      person.ask,
      '{ allInstallations { id } }',
    );
    expect(allInstallations).toHaveLength(sites);
    await watchTasks(page);
    for (const address of await listAddresses(person)) {
      // A session lasts for some pages only.
      await (await becomes(email)).enter(page);
      await page.goto(`${chain.origin}${address}`);
      const isShown = page.locator('#page').or(page.getByRole('heading', { name: 'You may not open this page' }));
      await expect(isShown, address).toBeVisible({ timeout: 60_000 });
      await page.waitForLoadState('networkidle', { timeout: 90_000 });
      await settle(page);
      const [nodes, heap] = [await countNodes(page), await measureHeap(page)];
      expect.soft(nodes, `nodes of ${address}`).toBeLessThanOrEqual(maxNodes);
      expect.soft(heap, `heap of ${address}`).toBeLessThanOrEqual(maxHeapBytes);
      await expect.soft(page.getByText('An unexpected error occurred'), address).toHaveCount(0);
    }
  });
