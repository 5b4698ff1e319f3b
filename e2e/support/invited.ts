import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ask, fetchToken } from './account.ts';
import type { Product } from './product.ts';

export const chosenPassword = 'Rive-door-7';

/** Returns the invitation link in a mail's text. */
export const findInvitationLink = (mail: string) =>
  /http:\/\/127\.0\.0\.1:\d+\/invitation\?token=[\w-]+/.exec(mail)?.[0] ?? '';

/** Invites a member as the administrator; returns the link from the mail. */
export async function invite(
  request: APIRequestContext,
  product: Product,
  email: string,
  role: 'user' | 'admin' = 'user',
): Promise<string> {
  const mutation = 'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { id } }';
  await ask(request, await fetchToken(request), mutation, { input: { email, role, lang: 'en' } });
  return findInvitationLink(await product.mailTo(email));
}

/** Creates a member who has accepted the invitation, with the chosen password. */
export async function newMember(
  request: APIRequestContext,
  product: Product,
  email: string,
  role: 'user' | 'admin' = 'user',
): Promise<void> {
  const token = new URL(await invite(request, product, email, role)).searchParams.get('token');
  await ask(
    request,
    null,
    `mutation ($token: String!, $password: String!) {
      acceptInvitation(token: $token, password: $password, firstName: "Nora", lastName: "Lang") }`,
    { token, password: chosenPassword },
  );
}

/** Goes from the link to the last step of a member who is not an administrator. */
export async function toSecurity(page: Page, link: string, { phone = '', password = chosenPassword } = {}) {
  await page.goto(link);
  await expect(page).toHaveURL(/\/onboarding\/about$/);
  await page.locator('[name=firstName]').fill('Nora');
  await page.locator('[name=lastName]').fill('Lang');
  if (phone !== '') await page.locator('[name=phone]').fill(phone);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=confirmation]').fill(password);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/onboarding\/security$/);
}
