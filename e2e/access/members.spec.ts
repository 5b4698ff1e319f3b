import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

async function open(page: Page, path: string, email?: string): Promise<void> {
  await dismissBanner(page);
  await signInByCookie(page, email);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

const members = '/settings/user-management';
const isFineForEverybody = async (page: Page) => expect(await findViolations(page)).toEqual([]);

test('B06 a member is invited, invited again, edited and deleted, and the audit log lists it', async ({ page }) => {
  test.setTimeout(120_000);
  const noFaults = watchFaults(page);
  // The demo has no mail: an invitation is a link, shown once.
  const createLink = page.getByRole('button', { name: 'Create an invitation link' });
  async function closeLink() {
    const shown = page.getByRole('dialog', { name: 'Invitation link' });
    await expect(shown).toContainText('zoe@rive.example');
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await expect(shown).toHaveCount(0);
  }
  await open(page, members);
  await isFineForEverybody(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  await createLink.click();
  await expect(page.getByText('Enter your email')).toBeVisible();
  await page.locator('[name=email]').fill('zoe@rive.example');
  await page.locator('select[name=profileId]').selectOption({ label: 'Analyst' });
  await page.getByText('Only some sites').click();
  await createLink.click();
  await expect(page.getByText('Choose one site at least')).toBeVisible();
  await isFineForEverybody(page);
  await page.locator('[name=installationIds]').first().check();
  await createLink.click();
  await closeLink();

  await page.getByRole('searchbox').fill('ZOÉ@');
  const row = page.getByRole('row').filter({ hasText: 'zoe@rive.example' });
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('1 site');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/settings\/user-management\/\d+\/general$/);
  await createLink.click();
  await closeLink();
  await page.locator('[name=firstName]').fill('Zoé');
  await page.locator('[name=lastName]').fill('Lambert');
  await isFineForEverybody(page);
  await page.getByRole('navigation', { name: 'User management' }).getByRole('link', { name: 'Security' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/security$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Zoé Lambert' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Zoé Lambert was deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/user-management$/);
  await expect(page.getByRole('row').filter({ hasText: 'zoe@rive.example' })).toHaveCount(0);

  await page.goto('/settings/audit-log');
  await page.locator('select[name=kind]').selectOption({ label: 'People' });
  await expect(page.getByRole('row').nth(1)).toContainText('Deleted a person');
  await expect(page.getByRole('row').nth(1)).toContainText('Zoé Lambert');
  await expect(page.getByRole('row').nth(2)).toContainText('Changed a person');
  // Two entries per link: the invitation, and that the link was shown.
  await expect(page.getByRole('row').filter({ hasText: 'zoe@rive.example' })).toHaveCount(4);
  await expect(page.getByRole('row').filter({ hasText: 'Signed in' })).toHaveCount(0);
  await isFineForEverybody(page);
  noFaults();
});

test('B06 the list is sorted by its headers', async ({ page }) => {
  await open(page, members);
  const names = page.locator('tbody th a');
  const before = await names.allTextContents();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  expect(await names.allTextContents()).toEqual(before.toReversed());
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No one matches.')).toBeVisible();
});

test('B07 a right profile is created, edited and deleted; one in use stays', async ({ page }) => {
  const noFaults = watchFaults(page);
  await open(page, '/settings/right-profiles');
  await isFineForEverybody(page);
  const analyst = page.getByRole('row').filter({ hasText: 'Analyst' });
  await expect(analyst.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'New role' }).click();
  await page.locator('[name=name]').fill('Analyst');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A role with this name already exists')).toBeVisible();
  await page.locator('[name=name]').fill('Night guard');
  await page.getByRole('checkbox', { name: 'Alerts: View' }).check();
  await isFineForEverybody(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const guard = page.getByRole('row').filter({ hasText: 'Night guard' });
  await expect(guard).toContainText('1 of 21');
  await guard.getByRole('button', { name: 'Edit Night guard' }).click();
  await page.getByRole('checkbox', { name: 'Alerts: Edit' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(guard).toContainText('2 of 21');
  await guard.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(guard).toHaveCount(0);
  noFaults();
});

test('B06, B07 a viewer with read access to members edits none, and sees no audit log', async ({ page, request }) => {
  test.setTimeout(120_000);
  const token = await fetchToken(request);
  const give = (email: string, profileId: number) =>
    ask<{ allUsers: { id: number; email: string; profileId: number }[] }>(
      request,
      token,
      '{ allUsers { id email profileId } }',
    ).then(async ({ allUsers }) => {
      const person = allUsers.find((one) => one.email === email);
      const variables = { id: person?.id, profile: { profileId } };
      await ask(
        request,
        token,
        'mutation ($id: Int!, $profile: UpdateUserInput!) { updateUser(id: $id, profile: $profile) { id } }',
        variables,
      );
      return person?.profileId ?? 0;
    });
  const { createProfile } = await ask<{ createProfile: { id: number } }>(
    request,
    token,
    `mutation { createProfile(name: "Reader", rights: {
      organization: { user: { read: true, edit: false, delete: false }, general: { read: false, edit: false } } }) { id } }`,
  );
  const before = await give('analyst@demo.example', createProfile.id);
  await open(page, members, 'analyst@demo.example');
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /View as/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Leïla Haddad' }).click();
  await expect(page.locator('[name=firstName]')).toHaveAttribute('readonly', '');
  await expect(page.locator('select[name=role]')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/user-management$/);
  for (const path of ['/settings/audit-log', `${members}/999999/general`, `${members}/1/nope`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/not-found$/);
  }
  await give('analyst@demo.example', before);
});

test('A09 an administrator views as another user from the list, and the audit log lists it', async ({ page }) => {
  await open(page, members);
  await page.getByRole('button', { name: 'View as Jonas Weber' }).click();
  await expect(page).toHaveURL(/\/analytics\/sites/);
  await expect(page.getByText('Viewing as')).toContainText('Jonas Weber');
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page).toHaveURL(/\/login/);
  await open(page, '/settings/audit-log');
  await page.locator('select[name=kind]').selectOption({ label: 'View-as' });
  await expect(page.getByRole('row').filter({ hasText: 'Started viewing as another user' }).first()).toContainText(
    'Haddad',
  );
});

test('B09 a dialog with unsaved text asks before it closes in any way', async ({ page }) => {
  await open(page, members);
  const question = page.getByRole('dialog', { name: 'Save your changes before leaving?' });
  const address = page.locator('[name=email]');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite' }).click();
  await address.fill('half@rive.example');
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(address).toHaveValue('half@rive.example');
    await expect(address).toBeVisible();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await isFineForEverybody(page);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(address).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'half@rive.example' })).toHaveCount(0);

  await page.goto('/settings/right-profiles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.locator('[name=name]').fill('Half typed');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Half typed' });
  await expect(row).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row.getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});
