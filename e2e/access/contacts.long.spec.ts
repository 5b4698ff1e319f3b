import type { Page } from '@playwright/test';
import { findViolations } from '../support/accessible.ts';
import { dismissBanner, submitCredentials } from '../support/account.ts';
import { chosenPassword, newMember } from '../support/invited.ts';
import { expect, type Product, test } from '../support/product.ts';

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const inside = /\/analytics\/sites/;
const saved = (page: Page) => expect(page.getByText('Changes saved successfully').last()).toBeVisible();

/** Waits for mails to a person that contain these words, in any order. */
async function mailsAbout(product: Product, email: string, words: readonly string[]): Promise<void> {
  const awaited = new Set(words);
  while (awaited.size > 0) {
    const mail = await product.mailTo(email);
    for (const one of awaited) if (mail.includes(one)) awaited.delete(one);
  }
}

/** Requests a new email address, confirmed with the password. */
async function askFor(page: Page, email: string): Promise<void> {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(chosenPassword);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
}

async function open(page: Page, email: string, path: string): Promise<void> {
  await dismissBanner(page);
  await submitCredentials(page, email, chosenPassword);
  await expect(page).toHaveURL(inside);
  await page.goto(path);
}

test('B03 a new phone is verified by text message, a new address by mail; two-factor then locks the contact it uses', async ({
  page,
  request,
  product,
}) => {
  test.slow();
  const email = 'contact@members.example';
  const next = 'contact-next@members.example';
  await newMember(request, product, email);
  await open(page, email, '/user-profile/general');
  const phone = page.locator('[name=phone]');
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(1);
  await phone.fill('796660102');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await expect(page.getByText('Not verified')).toBeVisible();
  await page.getByRole('button', { name: 'Verify by a code' }).click();
  const texts = () => product.texts.filter(({ to }) => to === '+41796660102');
  await expect.poll(() => texts().length).toBe(1);
  await page
    .getByRole('dialog', { name: 'Check your phone' })
    .getByLabel('One-time code')
    .fill(codeIn(texts()[0]?.text ?? ''));
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Not verified')).toHaveCount(0);

  await askFor(page, next);
  const sent = codeIn(await product.mailTo(next));
  await page.getByRole('dialog', { name: 'Check your email' }).getByLabel('One-time code').fill(sent);
  await expect(page.locator('[name=email]')).toHaveValue(next);
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);

  await page.goto('/user-profile/security');
  await page.getByText('Ask for a code when I sign in').click();
  await page.locator('[name=otpContact][value=phone]').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.goto('/user-profile/general');
  await expect(phone).toHaveAttribute('readonly', '');
  await expect(page.locator('[name=email]')).not.toHaveAttribute('readonly', '');
  await expect(page.getByText('Two-factor', { exact: true })).toBeVisible();

  // Once two-factor is off, the phone can be changed again and signing in asks for no code.
  await page.goto('/user-profile/security');
  await page.getByText('Ask for a code when I sign in').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.goto('/user-profile/general');
  await expect(phone).not.toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await submitCredentials(page, next, chosenPassword);
  await expect(page).toHaveURL(inside);
  expect(texts()).toHaveLength(1);
});

test('B03 a new address needs the password and a code; until then the old one signs in', async ({
  page,
  browser,
  request,
  product,
}) => {
  test.slow();
  const email = 'moving@members.example';
  const next = 'moved@members.example';
  await newMember(request, product, email);
  await open(page, email, '/user-profile/general');
  const elsewhere = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const there = await elsewhere.newPage();
  await open(there, email, '/user-profile/general');

  await page.locator('[name=email]').fill(next);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Type your password to confirm that it is you')).toBeVisible();
  await expect(page.locator('[name=password]')).toBeFocused();
  await page.locator('[name=password]').fill('Not-my-door-1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Wrong password')).toBeVisible();
  expect(product.mailsFor(next)).toBe(0);
  await askFor(page, next);
  const dialog = page.getByRole('dialog', { name: 'Check your email' });
  await expect(dialog).toContainText(next);
  const first = codeIn(await product.mailTo(next));
  await mailsAbout(product, email, ['another email address for your account']);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${next}\u2069 — waiting for its code`)).toBeVisible();
  await expect(page.locator('[name=email]')).toHaveValue(email);
  expect(await findViolations(page)).toEqual([]);

  // Cancelling invalidates the code; a new request sends another one.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('waiting for its code')).toHaveCount(0);
  await product.pass(61_000);
  await askFor(page, next);
  await page.keyboard.press('Escape');
  await page.reload();
  const second = codeIn(await product.mailTo(next));
  await page.getByRole('button', { name: 'Enter the code' }).click();
  if (first !== second) {
    await dialog.getByLabel('One-time code').fill(first);
    await expect(dialog.getByText('Invalid code')).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await product.pass(61_000);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await dialog.getByLabel('One-time code').fill(codeIn(await product.mailTo(next)));
  await expect(page.locator('[name=email]')).toHaveValue(next);
  await expect(page.getByText('waiting for its code')).toHaveCount(0);
  await mailsAbout(product, email, ['this one does not open your account any more']);

  await there.reload();
  await expect(there).toHaveURL(/\/login/);
  await submitCredentials(there, email, chosenPassword);
  await expect(there.getByText('Wrong email/password')).toBeVisible();
  await submitCredentials(there, next, chosenPassword);
  await expect(there).toHaveURL(/\/user-profile\/general/);
  await elsewhere.close();
});

test('B04 password and two-factor contact in one save: other sessions end, the old password is refused', async ({
  page,
  browser,
  request,
  product,
}) => {
  test.slow();
  const email = 'keys@members.example';
  const next = 'Newer-door-8';
  await newMember(request, product, email);
  const elsewhere = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const there = await elsewhere.newPage();
  await open(there, email, '/user-profile/security');
  await open(page, email, '/user-profile/security');
  await page.locator('[name=oldPassword]').fill('Not-my-door-1');
  await page.locator('[name=newPassword]').fill(next);
  await page.locator('[name=confirmation]').fill(next);
  await page.getByText('Ask for a code when I sign in').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Wrong password')).toBeVisible();
  await expect(page.locator('[name=oldPassword]')).toBeFocused();
  await page.locator('[name=oldPassword]').fill(chosenPassword);
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.reload();
  await expect(page.locator('[name=twoFactor]')).toBeChecked();
  await mailsAbout(product, email, [
    'The password of your account was changed',
    'asks for a code when you sign in was changed',
  ]);
  await there.reload();
  await expect(there).toHaveURL(/\/login/);
  await submitCredentials(there, email, chosenPassword);
  await expect(there.getByText('Wrong email/password')).toBeVisible();
  await submitCredentials(there, email, next);
  await expect(there.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await elsewhere.close();
});

test('B02 dates of logs follow the timezone and the pattern of the profile', async ({ page, request, product }) => {
  const email = 'zone@members.example';
  await newMember(request, product, email, 'admin');
  await open(page, email, '/user-profile/preferences');
  const shown: string[] = [];
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    await page.goto('/user-profile/preferences');
    await page.locator('input[name=timezone]').fill(zone.replace('_', ' '));
    await page.getByRole('option', { name: zone.replace('_', ' ') }).click();
    await page.locator('select[name=dateFormat]').selectOption('YYYY-MM-DD');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    await page.goto('/settings/audit-log');
    await expect(page.locator('[name=from]')).toHaveAttribute('placeholder', 'YYYY-MM-DD');
    const time = page
      .getByRole('row')
      .filter({ hasText: 'Accepted the invitation' })
      .filter({ hasText: 'Nora' })
      .locator('time');
    const at = new Date((await time.first().getAttribute('datetime')) ?? '');
    const told = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
      at,
    );
    await expect(time.first()).toHaveText(told);
    shown.push(told);
  }
  expect(shown[0]).not.toBe(shown[1]);
});

test('A08 logging out everywhere ends the session in every browser, and the log says so', async ({
  page,
  browser,
  request,
  product,
}) => {
  const email = 'everywhere@members.example';
  await newMember(request, product, email, 'admin');
  const elsewhere = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const there = await elsewhere.newPage();
  await open(there, email, '/user-profile/general');
  await open(page, email, '/user-profile/security');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/login/);
  await there.reload();
  await expect(there).toHaveURL(/\/login/);
  await open(page, email, '/settings/audit-log');
  await expect(page.getByRole('row').filter({ hasText: 'Signed out everywhere' })).toHaveCount(1);
  await elsewhere.close();
});
