import { findViolations } from '../support/accessible.ts';
import { signIn, submitCredentials } from '../support/account.ts';
import { expect, test } from '../support/product.ts';

const email = 'manager@demo.example';
const linkIn = (text: string) =>
  /http:\/\/127\.0\.0\.1:\d+\/reset-password-confirm\?token=[\w-]+/.exec(text)?.[0] ?? '';

test('A03 a lost password: the link comes by mail, sets a new one once, and ends every session', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  await product.setTwoFactor(email, null);
  const elsewhere = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, email);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`If there is an account for`)).toBeVisible();
  const link = linkIn(await product.mailTo(email));

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password-confirm$/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('New password').fill('weak');
  await page.getByLabel('Confirm the password').fill('different');
  await page.keyboard.press('Enter');
  await expect(page.getByText('At least 8 characters with a letter, a number and a special character')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill('Another-pass-2');
  await page.getByLabel('Confirm the password').fill('Another-pass-2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  expect(await product.mailTo(email)).toContain('password');

  await otherPage.goto('/analytics/sites');
  await expect(otherPage).toHaveURL(/\/login/);
  await elsewhere.close();
  await submitCredentials(page, email);
  await expect(page.getByText('Wrong email/password')).toBeVisible();
  await submitCredentials(page, email, 'Another-pass-2');
  await expect(page).toHaveURL(/\/analytics\/sites/);

  await page.goto(link);
  await page.getByLabel('New password').fill('Third-pass-3');
  await page.getByLabel('Confirm the password').fill('Third-pass-3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/analytics\/sites|reset=true/);
});

test('A03 a link is good for an hour', async ({ page, product }) => {
  await page.goto('/login?reset=true');
  await page.getByLabel('Email').fill('viewer@demo.example');
  await page.keyboard.press('Enter');
  const link = linkIn(await product.mailTo('viewer@demo.example'));
  await product.pass(61 * 60_000);
  await page.goto(link);
  await page.getByLabel('New password').fill('Another-pass-2');
  await page.getByLabel('Confirm the password').fill('Another-pass-2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('A03 for an unknown address the message is the same and no mail is sent', async ({ page, product }) => {
  await page.goto('/login?reset=true');
  await page.getByLabel('Email').fill('nobody@demo.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If there is an account for')).toBeVisible();
  expect(product.mailsFor('nobody@demo.example')).toBe(0);
});

test('A03 a link without a token says so', async ({ page }) => {
  await page.goto('/reset-password-confirm');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('A04 unsubscribing from report mails: the page works once, and so does the button of mail programs', async ({
  page,
  request,
  product,
}) => {
  const anna = await product.unsubscribeLink('anna@rive.example');
  await page.goto(anna.page);
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(anna.page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  const boris = await product.unsubscribeLink('boris@rive.example');
  const button = boris.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
  expect((await request.post(button, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(200);
  await page.goto(boris.page);
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

test('A04 a forged unsubscribe link is invalid', async ({ page }) => {
  await page.goto('/unsubscribe-confirm?token=unknown');
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});
