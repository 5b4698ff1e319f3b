import type { Page } from '@playwright/test';
import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie, submitCredentials } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { chosenPassword, findInvitationLink, invite, toSecurity } from '../support/invited.ts';
import { expect, test } from '../support/product.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const inside = /\/analytics\/sites/;
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const other = (code: string) => (code === '000000' ? '111111' : '000000');
const complete = (page: Page) => page.getByRole('button', { name: 'Complete onboarding' });
const isWelcome = async (page: Page, email: string) => {
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await expect(page.locator('input[type=email]')).toHaveValue(email);
};

test('A10, A11, A16 invited by mail: the link leads through three steps to the product, with the granted rights', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const email = 'nora@invited.example';
  const guests = await browser.newContext({ baseURL: product.address, locale: 'en' });
  const guest = await guests.newPage();
  const check = watchFaults(guest);
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/settings/user-management');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.locator('[name=email]').fill(email);
  await page.locator('select[name=profileId]').selectOption({ label: 'Analyst' });
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}`)).toBeVisible();
  const mail = await product.mailTo(email);
  expect(mail).toContain('Haddad invites you');

  await guest.goto(findInvitationLink(mail));
  await expect(guest).toHaveURL(/\/onboarding\/about$/);
  await expect(guest.getByText('Step 1 of 3')).toBeVisible();
  await expect(guest.locator('[name=email]')).toHaveValue(email);
  await expect(guest.locator('[name=email]')).toHaveAttribute('readonly', '');
  await guest.goto('/onboarding/security');
  await expect(guest).toHaveURL(/\/onboarding\/about$/);
  await toSecurity(guest, findInvitationLink(mail));
  await expect(guest.locator('[name=twoFactor]')).not.toBeChecked();
  await complete(guest).click();
  await isWelcome(guest, email);
  await guest.locator('input[type=password]').fill(chosenPassword);
  await guest.locator('button[type=submit]').click();
  await expect(guest).toHaveURL(inside);
  await expect(guest.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  check();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Nora Lang');
  await guests.close();
});

for (const [role, whom] of [
  ['user', 'Contact your organization’s administrator for a new one.'],
  ['admin', 'Contact support for a new one.'],
] as const)
  test(`A10 an expired link of a ${role} says whom to ask, and sends another to the same address`, async ({
    page,
    request,
    product,
  }) => {
    const email = `late-${role}@invited.example`;
    const link = await invite(request, product, email, role);
    await product.pass(7 * day + minute);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await expect(page.getByText(whom)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(page.getByText('A new link is on its way')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send me a new link' })).toHaveCount(0);
    await page.goto(link);
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(page.getByText('Please wait a minute')).toBeVisible();
    await page.goto(findInvitationLink(await product.mailTo(email)));
    await expect(page).toHaveURL(/\/onboarding\/(about|org-settings)$/);
    expect(product.mailsFor(email)).toBe(0);
  });

test('A10 an invitation sent again voids the link before', async ({ page, request, product }) => {
  const email = 'twice@invited.example';
  const first = await invite(request, product, email);
  const second = await invite(request, product, email);
  expect(second).not.toBe(first);
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
  await toSecurity(page, second);
  await complete(page).click();
  await isWelcome(page, email);
  for (const link of [first, second]) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation has been accepted already' })).toBeVisible();
  }
});

test('A16 accepting twice at once creates one account, with the first password', async ({
  browser,
  request,
  product,
}) => {
  test.slow();
  const email = 'both@invited.example';
  const link = await invite(request, product, email);
  const windows = await Promise.all(
    ['First-come-1', 'Second-come-2'].map(async (password) => {
      const context = await browser.newContext({ baseURL: product.address, locale: 'en' });
      return { context, password, page: await context.newPage() };
    }),
  );
  for (const { page, password } of windows) await toSecurity(page, link, { password });
  await Promise.all(windows.map(({ page }) => complete(page).click()));
  await Promise.all(
    windows.map(({ page }) =>
      expect(page.getByText(/Your account is ready|An error has occurred/).first()).toBeVisible(),
    ),
  );
  const won = windows.filter(({ page }) => page.url().endsWith('/login'));
  const lost = windows.filter(({ page }) => page.url().endsWith('/onboarding/security'));
  expect([won.length, lost.length]).toEqual([1, 1]);
  const { allUsers } = await ask<{ allUsers: { email: string }[] }>(
    request,
    await fetchToken(request),
    '{ allUsers { email } }',
  );
  expect(allUsers.filter((one) => one.email === email)).toHaveLength(1);
  for (const { page, password } of lost) {
    await submitCredentials(page, email, password);
    await expect(page.getByText('Wrong email/password')).toBeVisible();
  }
  for (const { page, password } of won) {
    await submitCredentials(page, email, password);
    await expect(page).toHaveURL(inside);
  }
  for (const { context } of windows) await context.close();
});

test('A15, A16 two-factor by email is set up during onboarding, and required at sign-in', async ({
  page,
  request,
  product,
}) => {
  const email = 'mailed@invited.example';
  await toSecurity(page, await invite(request, product, email));
  await page.locator('[name=twoFactor]').check();
  // Without a phone only email is offered.
  await expect(page.locator('[name=otpContact]')).toHaveCount(1);
  await expect(page.locator('[name=otpContact]')).toBeChecked();
  await complete(page).click();
  await isWelcome(page, email);
  await page.locator('input[type=password]').fill(chosenPassword);
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.getByLabel('One-time code').fill(codeIn(await product.mailTo(email)));
  await expect(page).toHaveURL(inside);
});

test('A15–A17 two-factor by phone: a wrong code, an expired one, too many, and the one that signs in', async ({
  page,
  request,
  product,
}) => {
  test.slow();
  const email = 'texted@invited.example';
  const texts = () => product.texts.filter(({ to }) => to === '+41797654321');
  const link = await invite(request, product, email);
  await page.clock.install();
  await toSecurity(page, link, { phone: '797654321' });
  await page.locator('[name=twoFactor]').check();
  await expect(page.locator('[name=otpContact][value=email]')).toBeChecked();
  await page.locator('[name=otpContact][value=phone]').check();
  await complete(page).click();
  const modal = page.getByRole('dialog', { name: 'Check your phone' });
  await expect(modal).toContainText('+41 79 765 43 21');
  await expect(modal.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  await expect.poll(() => texts().length).toBe(1);
  expect(await findViolations(page)).toEqual([]);
  const field = modal.getByLabel('One-time code');
  const first = codeIn(texts()[0]?.text ?? '');
  await expect(field).toBeFocused();
  await page.keyboard.type(other(first));
  await expect(modal.getByText('does not match the one received by text message')).toBeVisible();

  // Closing restarts the minute; the sent code stays valid.
  await page.clock.fastForward(30_000);
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await complete(page).click();
  await expect(modal.getByRole('button', { name: /^Send a new code in (60|5\d) s$/ })).toBeDisabled();
  expect(texts()).toHaveLength(1);
  // A code expires after ten minutes. After five wrong codes the sixth is rejected unchecked.
  await page.clock.fastForward(10 * minute);
  await product.pass(10 * minute);
  await field.fill(first);
  await expect(modal.getByText('Invalid code')).toBeVisible();
  const resend = modal.getByRole('button', { name: 'Send a new code', exact: true });
  await resend.click();
  await expect.poll(() => texts().length).toBe(2);
  const second = codeIn(texts()[1]?.text ?? '');
  for (let tries = 2; tries < 5; tries += 1) {
    await field.fill(other(second));
    await expect(modal.getByText('Invalid code')).toBeVisible();
  }
  await field.fill(second);
  await expect(modal.getByText('Too many attempts. Please wait a few minutes, then try again.')).toBeVisible();
  await page.clock.fastForward(16 * minute);
  await product.pass(16 * minute);
  await resend.click();
  await expect.poll(() => texts().length).toBe(3);
  await field.fill(codeIn(texts()[2]?.text ?? ''));
  await isWelcome(page, email);

  await page.locator('input[type=password]').fill(chosenPassword);
  await page.locator('button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await expect.poll(() => texts().length).toBe(4);
  await page.getByLabel('One-time code').fill(codeIn(texts()[3]?.text ?? ''));
  await expect(page).toHaveURL(inside);
});
