import { dismissBanner, openSignedIn, signInByCookie, submitCredentials } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

const toasts = (page: Page) => page.getByRole('status').filter({ hasText: 'There is no page at' });

test.beforeEach(({ page }) => dismissBanner(page));

test('C01 a link to a page survives signing in', async ({ page }) => {
  await page.goto('/reports?from=mail');
  await expect(page).toHaveURL(/\/login\?origin=/);
  await submitCredentials(page, 'admin@demo.example');
  await expect(page).toHaveURL(/\/reports\?from=mail$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports');
});

/** Redirect targets of each demo user; users with access stay. */
const guarded = {
  'viewer@demo.example': {
    '/alerts': '/not-found',
    '/alerts/new-alert': '/not-found',
    '/alerts/7': '/not-found',
    '/reports': '/not-found',
    '/reports/new': '/not-found',
    '/reports/7': '/not-found',
    '/export-data': '/not-found',
    '/sales-funnel': '/analytics/sites',
    '/sales-metrics-import': '/not-found',
    '/stop-n-go': '/not-found',
  },
  'analyst@demo.example': {
    '/alerts': '/not-found',
    '/reports': '/reports',
    '/reports/new': '/reports/new',
    '/reports/7': '/not-found',
    '/export-data': '/export-data',
    '/sales-funnel': '/sales-funnel',
    '/sales-metrics-import': '/not-found',
    '/stop-n-go': '/not-found',
  },
};

for (const [email, ends] of Object.entries(guarded))
  test(`B07 pages keep out whom they are closed to: ${email}`, async ({ page }) => {
    test.slow();
    await signInByCookie(page, email);
    for (const [address, end] of Object.entries(ends)) {
      await page.goto(address);
      await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => new URL(page.url()).pathname, { message: address }).toBe(end);
    }
  });

test('B07, F01 without a dashboard of sensors there is nothing to export, and no section to open', async ({ page }) => {
  await page.route('**/v2/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"Viewer"')) return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data: { allDashboardsV2: { static: boolean }[] } };
    body.data.allDashboardsV2 = body.data.allDashboardsV2.filter((dashboard) => !dashboard.static);
    return route.fulfill({ response, json: body });
  });
  await openSignedIn(page, { at: '/export-data' });
  await expect(page).toHaveURL(/\/not-found$/);
  for (const section of ['/counting/1', '/atmosphere', '/energy/1/uses']) {
    await page.goto(section);
    await expect(page).toHaveURL(/\/analytics\/dashboard$/);
  }
});

test('C01 an unknown address redirects to the sites and is named; back returns to the previous page', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/help' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help centre');
  for (const address of ['/foo/bar', '/alerts/7/history', '/counting/1/nope', '/login/nope']) {
    await page.goto(`${address}?x=1#y`);
    await expect(page).toHaveURL(/\/analytics\/sites$/);
    await expect(toasts(page)).toHaveText(`There is no page at \u2066${address}\u2069. Here are your sites.`);
  }
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/help$/);
  for (const address of ['/user-profile/unknown', '/settings/unknown']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/not-found$/);
    await expect(toasts(page)).toHaveCount(0);
  }
  noFaults();
});

test('C01 also by way of signing in, once', async ({ page }) => {
  await page.goto('/foo/bar');
  await expect(page).toHaveURL(/\/login\?origin=/);
  await submitCredentials(page, 'admin@demo.example');
  await expect(page).toHaveURL(/\/analytics\/sites$/);
  await expect(toasts(page)).toHaveText('There is no page at \u2066/foo/bar\u2069. Here are your sites.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('C01 a hostile address is shown as the plain text it is', async ({ page }) => {
  await signInByCookie(page);
  const said = async (address: string) => {
    await page.goto(address);
    await expect(page).toHaveURL(/\/analytics\/sites$/);
    return (await toasts(page).textContent()) ?? '';
  };
  expect(await said('/%3Cimg%20src=x%20onerror=alert(1)%3E')).toContain('/<img%20src=x%20onerror=alert(1)>');
  await expect(toasts(page).locator('img')).toHaveCount(0);
  expect(await said('/%E2%80%AEgro.live%E2%81%A9')).toContain('\u2066/%E2%80%AEgro.live%E2%81%A9\u2069.');
  expect((await said(`/${'long/'.repeat(400)}end`)).length).toBeLessThan(120);
  await page.setViewportSize({ width: 400, height: 850 });
  await said(`/${'W'.repeat(200)}`);
  const [text, close] = await Promise.all([
    toasts(page)
      .locator('p')
      .evaluate((it) => [it.scrollWidth, it.clientWidth]),
    page.getByRole('button', { name: 'Close', exact: true }).boundingBox(),
  ]);
  expect(text[0]).toBe(text[1]);
  expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(400);
});

test('C01 an address truncated inside a character still opens a page', async ({ page }) => {
  await openSignedIn(page, { at: '/foo%E2%8' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page doesn’t exist');
  await page.getByRole('link', { name: 'Go to the sites overview' }).click();
  await expect(page).toHaveURL(/\/analytics\/sites$/);
});

test('C01 the toast and the cookie banner do not overlap', async ({ page, context }) => {
  await context.clearCookies();
  await openSignedIn(page, { at: '/foo/bar' });
  await expect(toasts(page)).toBeVisible();
  const question = page.getByRole('complementary', { name: 'Cookies' });
  await expect(question).toBeVisible();
  const [above, below] = [await toasts(page).boundingBox(), await question.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('C01 the toast is in the viewer’s language, the path left to right', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('atrium.language', 'ar'));
  await openSignedIn(page, { at: '/foo/bar' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText('\u2066/foo/bar\u2069')).toContainText('لا توجد صفحة');
});

test('C01 the toast uses the profile’s language, not the browser’s', async ({ page }) => {
  await openSignedIn(page, { at: '/foo/bar', email: 'viewer@demo.example' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByText('\u2066/foo/bar\u2069')).toContainText('Il n’y a pas de page à l’adresse');
});
