import type { Page } from '@playwright/test';
import { expect, type Product, test } from '../support/product.ts';

/** Signs in and consents on the provider's own pages. */
async function signInThere(page: Page, product: Product, login: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${product.provider.issuer}/interaction/`));
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('form:has(input[value=consent]) button[type=submit]').click();
}

test('A01 an identity provider signs in, and opens the requested page', async ({ page, product }) => {
  await page.goto('/counting/1?x=1');
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Continue with Rive SSO' }).click();
  await signInThere(page, product, 'admin@demo.example');
  await expect(page).toHaveURL(new RegExp(`^${product.address}/counting/1`));
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('atrium-handover');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login/);
});

test('A01 the retailers’ provider has a button and a client of its own', async ({ page, product }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue as a retailer' }).click();
  expect(new URL(page.url()).origin).toBe(product.provider.issuer);
  await signInThere(page, product, 'admin@rival.example');
  await expect(page).toHaveURL(/\/analytics\/sites/);
});

test('A01 an unknown user sees an explanation', async ({ page, product }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Rive SSO' }).click();
  await signInThere(page, product, 'stranger@elsewhere.example');
  await expect(page).toHaveURL(/\/login\?failure=user/);
  await expect(page.getByRole('alert')).toHaveText('The user cannot be found');
});

test('A02 two-factor applies to identity providers too', async ({ page, product }) => {
  const email = 'admin@rival.example';
  await product.setTwoFactor(email, 'email');
  await product.pass(61_000);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue as a retailer' }).click();
  await signInThere(page, product, email);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const code = /\b\d{6}\b/.exec(await product.mailTo(email))?.[0] ?? '';
  await page.getByLabel('One-time code').fill(code);
  await expect(page).toHaveURL(/\/analytics\/sites/);
  await product.setTwoFactor(email, null);
});
