import { expect, test } from '@playwright/test';
import { begin } from './support/account.ts';

/** Which parts of the product each of the demo's people finds in the menu; whoever misses one may not open it either. */
const people = {
  'admin@demo.example': { settings: true, sites: 9 },
  'manager@demo.example': { settings: true, sites: 9 },
  'analyst@demo.example': { settings: false, sites: 9 },
  'viewer@demo.example': { settings: false, sites: 1 },
};

for (const [email, sees] of Object.entries(people))
  test(`B07 the menu and the guards of ${email}`, async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('atrium.consent.declined', '1');
    });
    await begin(page, { email });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Bookmarks carry filters; the sites themselves do not. The names of things depend on the person's language.
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
