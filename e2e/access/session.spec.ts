import type { BrowserContext } from '@playwright/test';
import { findViolations } from '../support/accessible.ts';
import { ask, fetchToken, signIn } from '../support/account.ts';
import { expect, test } from '../support/product.ts';

const minute = 60_000;

/** Counts a browser's token renewals. */
function countRenewals(context: BrowserContext): () => number {
  let renewals = 0;
  context.on('request', (request) => {
    if (/renew\(/.test(request.postData() ?? '')) renewals += 1;
  });
  return () => renewals;
}

test('A07 two tabs with an expired token renew it once, and both continue', async ({ page, context, product }) => {
  test.slow();
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.locator('h1').first()).toBeVisible();
  // Leaves the page, because its own requests may start a renewal, which is aborted when the page is left.
  await other.goto('about:blank');
  const renewals = countRenewals(context);
  await product.pass(16 * minute);
  await Promise.all([page.getByRole('link', { name: 'Home' }).first().click(), other.goto('/home')]);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(other.locator('h1').first()).toBeVisible();
  await expect.poll(renewals).toBe(1);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(other).not.toHaveURL(/\/login/);
});

test('A05 a reopened browser renews its token first; an ended session is explained', async ({
  page,
  context,
  product,
}) => {
  await signIn(page);
  await context.clearCookies({ name: 'production-atrium-session' });
  const renewals = countRenewals(context);
  await page.goto('/home');
  await expect(page.locator('h1').first()).toBeVisible();
  expect(renewals()).toBe(1);
  // No page of ours is open: it would notice the end by itself and show another message.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'production-atrium-session' });
  await product.pass(11 * 60 * minute);
  await page.goto('/counting/1');
  await expect(page).toHaveURL(/\/login\?origin=/);
  await expect(page.getByText('Your session is no longer valid. Please sign in again.')).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('production-atrium-token');
});

test('A07 a session that ends during work leads to the sign-in page, and back', async ({ page, product }) => {
  await signIn(page);
  await product.pass(11 * 60 * minute);
  // The page may already have redirected to the sign-in page because of its own requests.
  const home = page.getByRole('link', { name: 'Home' }).first();
  await home.click({ timeout: 3000 }).catch(() => expect(page).toHaveURL(/\/login\?/));
  await expect(page).toHaveURL(/\/login\?/);
  expect(new URL(page.url()).searchParams.get('origin')).toMatch(/^\/(analytics\/sites|home)$/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('A08 logging out in one tab is logging out in all, and the email is forgotten', async ({ page, context }) => {
  await page.goto('/login');
  await page.getByLabel('Remember me on this computer').check();
  await signIn(page);
  await page.evaluate(() => localStorage.setItem('atrium.email', 'admin@demo.example'));
  const other = await context.newPage();
  await other.goto('/home');
  await expect(other.locator('h1').first()).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(other).toHaveURL(/\/login/);
  await expect(page.locator('input[type=email]')).toHaveValue('');
});

test('A01 the email address is remembered on request', async ({ page, context }) => {
  await page.goto('/login');
  await page.getByLabel('Remember me on this computer').check();
  await page.locator('input[type=email]').fill('admin@demo.example');
  await page.locator('input[type=password]').fill('Demo-pass-1');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/analytics\/sites/);
  await context.clearCookies();
  await page.goto('/login');
  await expect(page.locator('input[type=email]')).toHaveValue('admin@demo.example');
  await expect(page.getByLabel('Remember me on this computer')).toBeChecked();
});

test.describe('viewing as another user (A09)', () => {
  test.beforeEach(async ({ page, context, request, product }) => {
    await signIn(page);
    const own = (await context.cookies()).find(({ name }) => name === 'production-atrium-token')?.value ?? '';
    const viewer = await fetchToken(request, 'viewer@demo.example');
    const { me } = await ask<{ me: { id: number } }>(request, viewer, '{ me { id } }');
    const start = 'mutation ($id: Int!) { startViewAs(userId: $id) { token } }';
    const { startViewAs } = await ask<{ startViewAs: { token: string } }>(request, own, start, { id: me.id });
    await context.addCookies([{ name: 'production-atrium-view-as', value: startViewAs.token, url: product.address }]);
  });

  test('shows the product as that user, says so, and leaves nothing behind when ended', async ({
    page,
    context,
    product,
  }) => {
    await page.clock.install({ time: product.now() });
    await page.goto('/analytics/sites');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    const bar = page.getByRole('region', { name: 'Consultation en tant qu’un autre utilisateur' });
    await expect(bar).toContainText(/(1:00|59:\d\d)/);
    expect(await findViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Terminer la session' }).click();
    await expect(page).toHaveURL(/\/login/);
    const left = (await context.cookies()).map(({ name }) => name);
    expect(left.filter((name) => /token|view-as/.test(name))).toEqual([]);
  });

  test('ends by itself on timeout', async ({ page, context, product }) => {
    await page.clock.install({ time: product.now() });
    await page.goto('/analytics/sites');
    const bar = page.getByRole('region', { name: 'Consultation en tant qu’un autre utilisateur' });
    await expect(bar).toBeVisible();
    await page.clock.fastForward(59 * minute);
    await expect(bar).toContainText(/00:\d\d|01:00/);
    // Advances the clock only now, because any request after the expiry ends the page's session.
    await product.pass(60 * minute);
    await page.clock.fastForward(2 * minute);
    await expect(page).toHaveURL(/\/login/);
    await expect(
      page.getByText('La consultation en tant qu’autre utilisateur est terminée. Connectez-vous pour continuer.'),
    ).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('production-atrium-view-as');
  });
});
