import type { Page } from '@playwright/test';
import { findViolations } from '../support/accessible.ts';
import { submitCredentials } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Product, test } from '../support/product.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const codeField = (page: Page) => page.getByLabel('One-time code');
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const inside = /\/analytics\/sites/;

/** Signs in up to the code, more than a minute after the previous code, so that a new one is sent. */
async function halfway(page: Page, product: Product, email: string): Promise<string> {
  await product.pass(minute + 1000);
  product.skipMails(email);
  await submitCredentials(page, email);
  await expect(codeField(page)).toBeFocused();
  return codeIn(await product.mailTo(email));
}

test('A02 the code by mail signs in: wrong codes show an error, the keyboard suffices, back works', async ({
  page,
  product,
}) => {
  test.slow();
  const email = 'analyst@demo.example';
  await product.setTwoFactor(email, 'email');
  const check = watchFaults(page);
  const code = await halfway(page, product, email);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('Invalid code')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const next = await halfway(page, product, email);
  await page.keyboard.type(next);
  await expect(page).toHaveURL(inside);
  check();
});

test('A02 another code can be sent after a minute, which voids the first', async ({ page, product }) => {
  const email = 'analyst@demo.example';
  await page.clock.install();
  const first = await halfway(page, product, email);
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  await page.clock.fastForward(minute);
  await product.pass(minute);
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
  await expect(page.getByText('A new code is on its way to your inbox.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  const second = codeIn(await product.mailTo(email));
  await codeField(page).fill(first);
  if (first !== second) await expect(page.getByText('Invalid code')).toBeVisible();
  await codeField(page).fill(second);
  await expect(page).toHaveURL(inside);
});

test('A02 five wrong codes block signing in for a while, and a timeout restarts the sign-in', async ({
  page,
  product,
}) => {
  const email = 'viewer@demo.example';
  await product.setTwoFactor(email, 'email');
  const code = await halfway(page, product, email);
  for (let i = 0; i < 5; i += 1) {
    await codeField(page).fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByText('Invalid code')).toBeVisible();
  }
  await codeField(page).fill(code);
  await expect(page.getByText('Too many attempts.')).toBeVisible();
  await product.pass(21 * minute);
  await codeField(page).fill(code);
  await expect(page.getByText('This took too long.')).toBeVisible();
});

test('A02 a trusted browser needs no code for 180 days; other browsers do', async ({
  page,
  context,
  browser,
  product,
}) => {
  test.slow();
  const email = 'analyst@demo.example';
  await product.setTwoFactor(email, 'email');
  const code = await halfway(page, product, email);
  await page.getByLabel('Don’t ask again on this browser').check();
  await codeField(page).fill(code);
  const dialog = page.getByRole('dialog', { name: 'Approve this browser?' });
  await expect(dialog).toContainText('180 days');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve this browser' }).click();
  await expect(page).toHaveURL(inside);
  const device = (await context.cookies()).find(({ name }) => name === 'production-atrium-device');
  const sixMonths = Date.now() / 1000 + 180 * 24 * 3600;
  expect(device).toMatchObject({ sameSite: 'Strict', path: '/' });
  expect(Math.abs((device?.expires ?? 0) - sixMonths)).toBeLessThan(3600);

  const leave = async () => {
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await expect(page).toHaveURL(/\/login/);
  };
  await leave();
  await submitCredentials(page, email);
  await expect(page).toHaveURL(inside);
  const other = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const otherPage = await other.newPage();
  await halfway(otherPage, product, email);
  await other.close();

  await leave();
  await product.pass(179 * day);
  await submitCredentials(page, email);
  await expect(page).toHaveURL(inside);
  await leave();
  await product.pass(2 * day);
  await submitCredentials(page, email);
  await expect(codeField(page)).toBeVisible();
  // Consumes the mail, so that the next test does not read it.
  await product.mailTo(email);
});

test('A02 an untrusted browser needs a code again next time', async ({ page, product }) => {
  const email = 'analyst@demo.example';
  await product.setTwoFactor(email, 'email');
  const code = await halfway(page, product, email);
  await page.getByLabel('Don’t ask again on this browser').check();
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL(inside);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await halfway(page, product, email);
});

test('A02 the code comes by text where the phone is chosen, and none once two-factor is off', async ({
  page,
  product,
}) => {
  const email = 'viewer@demo.example';
  await product.setTwoFactor(email, 'phone');
  await product.pass(minute + 1000);
  product.skipMails(email);
  const before = product.texts.length;
  await submitCredentials(page, email);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await expect.poll(() => product.texts.length).toBe(before + 1);
  expect(product.texts[before]?.to).toBe('+41791234567');
  await codeField(page).fill('000000');
  await expect(page.getByText('does not match the one received by text message')).toBeVisible();
  await codeField(page).fill(codeIn(product.texts[before]?.text ?? ''));
  await expect(page).toHaveURL(inside);
  await product.setTwoFactor(email, null);
  await page.context().clearCookies();
  await page.goto('/login');
  await submitCredentials(page, email);
  await expect(page).toHaveURL(inside);
});
