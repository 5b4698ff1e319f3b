import { findViolations } from '../support/accessible.ts';
import { signIn } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('A01 a wrong password says so and keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await page.locator('input[type=email]').fill('admin@demo.example');
  await page.locator('input[type=password]').fill('Not-the-password-1');
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Wrong email/password')).toBeVisible();
  await expect(page.locator('input[type=email]')).toHaveValue('admin@demo.example');
});

test('A01 invalid input shows an error beside the field before any request', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (/not an address|"short"/.test(request.postData() ?? '')) sent += 1;
  });
  await page.goto('/login');
  await page.locator('input[type=email]').fill('not an address');
  await page.locator('input[type=password]').fill('short');
  await page.locator('button[type=submit]').click();
  await expect(page.locator('input[type=email]')).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
  expect(sent).toBe(0);
});

test('A05 a signed-out user signs in and then gets the requested page', async ({ page }) => {
  await page.goto('/counting/1?x=1');
  await expect(page).toHaveURL(/\/login/);
  await page.locator('input[type=email]').fill('admin@demo.example');
  await page.locator('input[type=password]').fill('Demo-pass-1');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/counting\/1/);
});

test('A05 the origin to reopen is a path of ours, never another place', async ({ page }) => {
  await page.goto('/login?origin=https%3A%2F%2Fevil.example%2F');
  await page.locator('input[type=email]').fill('admin@demo.example');
  await page.locator('input[type=password]').fill('Demo-pass-1');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/127\.0\.0\.1.*\/analytics\/sites/);
});

test('A08 logging out ends the session for good', async ({ page, context }) => {
  await signIn(page);
  const before = await context.cookies();
  await page
    .getByRole('button', { name: 'Log out' })
    .or(page.getByRole('link', { name: 'Log out' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
  await context.addCookies(before);
  await page.goto('/analytics/sites');
  await expect(page).toHaveURL(/\/login/);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the sign-in page is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    await expect(page.locator('button[type=submit]')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

for (const address of [
  '/invitation?token=unknown',
  '/onboarding?token=unknown',
  '/onboarding/about',
  '/onboarding/nope',
])
  test(`A10 ${address} without a valid invitation says so and stays`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'We do not know this invitation' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname);
  });
