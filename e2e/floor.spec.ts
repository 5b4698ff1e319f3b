import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/account.ts';
import { openPage } from './support/dashboards.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('G14 the weather has today and five days, and says that it is invented', async ({ page }) => {
  await signIn(page);
  await openPage(page, 'On the floor');
  const weather = card(page, 'Weather at the lake');
  await expect(weather.getByRole('listitem')).toHaveCount(6);
  await expect(weather.getByRole('listitem').first()).toContainText('Today');
  await expect(weather).toContainText('invented for the demo');
});

test('G11 the alert log shows the greatest value first, three lines in sight', async ({ page }) => {
  await signIn(page);
  await openPage(page, 'On the floor');
  await page.getByRole('button', { name: 'Earlier' }).click();
  const log = card(page, 'Alerts of the day');
  const lines = log.getByRole('row');
  await expect(lines.first().or(log.getByText('No alerts'))).toBeVisible();
  await page.goto(`${page.url().split('?')[0]}?v=1&timespan=${encodeURIComponent('{"preset":"last30"}')}`);
  await expect(lines.nth(3)).toBeVisible();
  const values = await lines.locator('td:nth-of-type(1)').allTextContents();
  const numbers = values.map((text) => Number(text.replace(/[^\d]/g, '')));
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  const box = await log
    .locator('section, div')
    .filter({ has: page.getByRole('table') })
    .last()
    .boundingBox();
  expect(box?.height).toBeLessThanOrEqual(32 + 3 * 69 + 1);
});
