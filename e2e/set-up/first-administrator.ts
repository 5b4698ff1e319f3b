import { expect, type Locator, type Page } from '../support/journey.ts';

/** How a form is filled in. */
export interface Filling {
  press(what: Locator): Promise<void>;
  fill(what: Locator, text: string): Promise<void>;
}

/** With Playwright's own actions. */
export const plainFilling: Filling = {
  press: (what) => what.click(),
  fill: (what, text) => what.fill(text),
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Goes from the invitation link to the first page after signing in. */
export async function becomeAdministrator(page: Page, hand: Filling, invitation: string): Promise<void> {
  await page.goto(invitation);
  await hand.press(button(page, 'Only what is necessary'));
  await hand.fill(field(page, 'Organization'), 'Old Town Bakery');
  await hand.press(button(page, 'Next'));
  await hand.fill(field(page, 'Email'), 'leila@rive.example');
  await hand.fill(field(page, 'First name'), 'Leila');
  await hand.fill(field(page, 'Last name'), 'Haddad');
  await hand.press(button(page, 'Next'));
  await hand.fill(field(page, 'Password'), 'Demo-pass-1');
  await hand.fill(field(page, 'Confirm the password'), 'Demo-pass-1');
  await hand.press(button(page, 'Next'));
  // The page's language is preselected, although French is the default if unknown.
  await expect(page.locator('select[name=lang]')).toHaveValue('en');
  await hand.press(button(page, 'Next'));
  await hand.press(button(page, 'Complete onboarding'));
  await hand.fill(field(page, 'Password'), 'Demo-pass-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/first-steps$/);
}
