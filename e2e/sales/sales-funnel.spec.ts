import { findViolations } from '../support/accessible.ts';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const settled = (page: Page) => expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);

test('M01, M03 the funnel of a shop, of several, and what its address says', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await signInByCookie(page, 'analyst@demo.example');
  await page.goto('/analytics/sites');
  await page.getByRole('banner').getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales funnel');
  // Defaults to the first shop and its newest month.
  await expect(row(page, 'Arcades du Lac')).toContainText('%');
  await settled(page);
  // G15: activity here is reported as use of the sales pages.
  await expect(page.locator('[data-usage="sales"]').getByRole('table')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Shops/ }).click();
  await page.getByRole('checkbox', { name: 'Boutique Rhône' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/sites=\d+(%2C|,)\d+/);
  await expect(row(page, 'All 2 shops')).toBeVisible();
  await settled(page);
  // Sorted by turnover, highest first, and by any clicked header.
  await expect(page.getByRole('columnheader', { name: /^Turnover/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: /^Entries/ }).click();
  await expect(page.getByRole('columnheader', { name: /^Entries/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('switch', { name: 'Compare with a year earlier' }).click();
  await expect(page).toHaveURL(/compare=off/);
  const address = page.url();
  await page.goto('/analytics/sites');
  await page.goto(address);
  await expect(row(page, 'All 2 shops')).toBeVisible();
  await page.goto('/sales-funnel?sites=1,x&dates=01/10/2026');
  await expect(page.getByText('Shops: Must be only digits')).toBeVisible();
  await expect(page.getByText('Months: Must be in YYYY-MM-DD format')).toBeVisible();
  await expect(row(page, 'Arcades du Lac')).toBeVisible();
  await page.goto('/sales-funnel?sites=2');
  await expect(page.getByText('No sales data here yet.')).toBeVisible();
  noFaults();
});

test('M01 months are ticked and written into the address, and the table is saved', async ({ page }) => {
  await signInByCookie(page);
  await page.goto('/sales-funnel');
  await page.getByRole('button', { name: /^Months/ }).click();
  const months = page.getByRole('checkbox');
  await expect(months.first()).toBeChecked();
  await months.nth(1).check();
  await expect(page).toHaveURL(/dates=\d{4}-\d\d-01(%2C|,)\d{4}-\d\d-01/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Months 2 of/ })).toBeVisible();
  await settled(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('sales-funnel.csv');
  // An unreachable server shows an error with a retry.
  await page.route('**/hub/graphql', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The funnel could not be loaded.');
  await page.unroute('**/hub/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('M04 without sales the days are a demonstration, labelled as invented', async ({ page }) => {
  await signInByCookie(page, 'admin@rival.example');
  await page.goto('/sales-funnel');
  await expect(page.getByRole('note')).toContainText('these figures are invented');
  await expect(page.getByRole('button', { name: /^Days/ })).toBeVisible();
  // Other journeys may have created shops.
  await expect(page.getByRole('row').filter({ hasText: '%' })).not.toHaveCount(0);
});

for (const [look, language, colorScheme, width] of [
  ['dark, right to left', 'ar', 'dark', 1440],
  ['400 px', 'en', 'light', 400],
] as const)
  test(`the sales funnel is accessible, ${look}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('atrium.language', code), language);
    await page.emulateMedia({ colorScheme });
    await signInByCookie(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/sales-funnel');
    await expect(page.getByRole('table')).toBeVisible();
    await settled(page);
    expect(await findViolations(page)).toEqual([]);
  });
