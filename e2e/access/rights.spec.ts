import { ask, dismissBanner, fetchToken, openSignedIn } from '../support/account.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

/** Menu entries of each demo user; a missing entry's page is closed too. */
const people = {
  'admin@demo.example': { settings: true, sites: 9 },
  'manager@demo.example': { settings: true, sites: 9 },
  'analyst@demo.example': { settings: false, sites: 9 },
  'viewer@demo.example': { settings: false, sites: 1 },
};

for (const [email, sees] of Object.entries(people))
  test(`B07 the menu and the guards of ${email}`, async ({ page }) => {
    await dismissBanner(page);
    await openSignedIn(page, { email });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Bookmarks contain filters, links to sites do not. Link texts depend on the user's language.
    await expect(page.locator('nav a[href^="/counting/"]:not([href*="?"])')).toHaveCount(sees.sites);
    await expect(page.locator('header a[href="/settings"]')).toHaveCount(sees.settings ? 1 : 0);
    await page.goto('/counting');
    await expect(page.locator('main').getByRole('table').locator('a[href^="/counting/"]')).toHaveCount(sees.sites);
    await page.goto('/counting/1');
    const title = page.getByRole('heading', { level: 1 });
    if (sees.sites === 1) await expect(title).not.toHaveText('Arcades du Lac');
    else await expect(title).toHaveText('Arcades du Lac');
    if (!sees.settings) {
      await page.goto('/settings');
      await expect(page).not.toHaveURL(/\/settings\/(organization|user-management)/);
    }
  });

/** Gives a demo user all rights except the named ones and alerts, while `work` runs. */
async function withoutRights(
  request: APIRequestContext,
  rights: readonly ('sensor' | 'custom')[],
  email: string,
  work: () => Promise<void>,
) {
  const token = await fetchToken(request);
  const list = await ask<{ allUsers: { id: number; email: string; profileId: number }[] }>(
    request,
    token,
    '{ allUsers { id email profileId } }',
  );
  const person = list.allUsers.find((one) => one.email === email);
  const none = Object.fromEntries(rights.map((right) => [right, { read: false }]));
  const dashboard = { ...none, alert: { create: false, read: false, edit: false, delete: false } };
  const { createProfile } = await ask<{ createProfile: { id: number } }>(
    request,
    token,
    'mutation ($name: String!, $rights: RightsInput!) { createProfile(name: $name, rights: $rights) { id } }',
    // A unique name, because the journey may be retried.
    { name: `Without ${rights.join(' and ')} ${Date.now()}`, rights: { dashboard } },
  );
  const give = (profileId: number | undefined) =>
    ask(
      request,
      token,
      'mutation ($id: Int!, $profile: UpdateUserInput!) { updateUser(id: $id, profile: $profile) { id } }',
      { id: person?.id, profile: { profileId } },
    );
  await give(createProfile.id);
  try {
    await work();
  } finally {
    await give(person?.profileId);
  }
}

const enter = async (page: Page) => {
  await dismissBanner(page);
  await openSignedIn(page, { email: 'analyst@demo.example' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('B07, F01 without the sensor right sensor pages do not open, and nothing links to them', async ({
  page,
  request,
}) => {
  await withoutRights(request, ['sensor'], 'analyst@demo.example', async () => {
    const token = await fetchToken(request, 'analyst@demo.example');
    await ask(request, token, 'mutation { addPin(title: "Flon", url: "/counting/1?range=day:0") { id } }');
    await enter(page);
    const toSensors = page.locator('a[href^="/counting"], a[href^="/atmosphere"], a[href^="/energy"]');
    await expect(page.locator('nav').getByText('Arcades du Lac').first()).toBeVisible();
    await expect(page.locator('nav').getByText('Flon', { exact: true }).first()).toBeVisible();
    await expect(toSensors).toHaveCount(0);
    await page.goto('/analytics/sites');
    await expect(page.locator('tbody').getByText('Arcades du Lac')).toBeVisible();
    await expect(toSensors).toHaveCount(0);
    for (const path of [
      '/counting',
      '/counting/1',
      '/counting/1/sensors',
      '/atmosphere/1',
      '/energy',
      '/energy/1/uses',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/analytics\/dashboard$/);
    }
    await expect(toSensors).toHaveCount(0);
    const refusal = ask(request, token, '{ installationById(id: 1) { name } }');
    await expect(refusal).rejects.toThrow(/FORBIDDEN/);
  });
});

test('B07 a live value disappears when its right is revoked', async ({ page, request }) => {
  await enter(page);
  // Listens on every socket, because the previous page may open its own as late as this page.
  let isTold = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isTold ||= /"liveInside":/.test(String(payload));
    }),
  );
  await page.goto('/counting/1');
  await expect.poll(() => isTold).toBe(true);
  await expect(page.getByRole('heading', { level: 1, name: 'Arcades du Lac' })).toBeVisible();
  await withoutRights(request, ['sensor', 'custom'], 'analyst@demo.example', async () => {
    await expect(page).toHaveURL(/\/analytics\/dashboard$/, { timeout: 15_000 });
  });
});
