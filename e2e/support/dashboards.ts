import { expect, type Page } from '@playwright/test';

/** Opens a page of a stored dashboard by name, from any signed-in page. */
export async function openPage(page: Page, dashboard: string, name?: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: dashboard }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/\d+\/page\/\d+/);
  if (name !== undefined) await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Same from the list of dashboards, the only link to those of the marketplace. */
export async function openListed(page: Page, dashboard: string): Promise<void> {
  await page.goto('/analytics/dashboard');
  await page.getByRole('table').getByRole('link', { name: dashboard }).click();
  await expect(page).toHaveURL(/\/dashboard\/\d+\/page\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
