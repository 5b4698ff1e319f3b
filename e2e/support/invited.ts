import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ask, tokenOf } from './account.ts';
import type { Product } from './product.ts';

export const chosenPassword = 'Rive-door-7';

/** The link of an invitation in the text of its mail. */
export const linkIn = (mail: string) => /http:\/\/127\.0\.0\.1:\d+\/invitation\?token=[\w-]+/.exec(mail)?.[0] ?? '';

/** The administrator invites them; answers the link that came by mail. */
export async function invite(
  request: APIRequestContext,
  product: Product,
  email: string,
  role: 'user' | 'admin' = 'user',
): Promise<string> {
  const mutation = 'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { id } }';
  await ask(request, await tokenOf(request), mutation, { input: { email, role, lang: 'en' } });
  return linkIn(await product.mailTo(email));
}

/** Somebody new who has come in, with the password chosen. */
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

/** From the link to the last step of somebody who is no administrator. */
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
