import { readFileSync } from 'node:fs';
import { signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

const applied = (page: Page) => page.getByRole('region', { name: 'Applied' });
const control = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });
const card = (page: Page, name: string | RegExp) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }).first();
const headline = (page: Page) => page.locator('[data-headline]');
const week = `v=1&timespan=${encodeURIComponent('{"preset":"last7"}')}`;
const untold = 'These sensors do not tell gender';
const wrong = /Nobody|No visitors|offline|Nothing was heard/;

/** Its sensors report neither gender nor engagement. */
const centre = `/counting/1?${week}`;
/** Its sensors report gender. */
const boutique = `/counting/3?${week}`;

/** Returns a figure as a number, without separators. */
async function figure(page: Page, name: string): Promise<number> {
  await expect(card(page, name)).toContainText(/\d/);
  const text = await card(page, name).locator('header + div p').innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('atrium.consent.declined', '1'));
  await signInByCookie(page);
});

test('D01 D04 D07 women at a site without gender sensors: the link opens, the filter stays, and every number says why', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await page.goto(`${centre}&gender=female`);
  await expect(headline(page)).toHaveText(`${untold}.`);
  await expect(applied(page)).toContainText('Women');
  for (const name of ['Entries', 'Exits']) {
    await expect(card(page, name)).toContainText(untold);
    await expect(card(page, name)).not.toContainText(/\d/);
  }
  for (const name of [/^Entries by/, 'Typical week', 'Zones']) await expect(card(page, name)).toContainText(untold);
  await expect(page.locator('main')).not.toContainText(wrong);

  // The control appears because the link selected a value. It offers only that value and "All".
  await control(page, /^Gender/).click();
  await expect(panel(page, 'Gender')).toContainText(untold);
  await expect(panel(page, 'Gender').getByRole('button')).toHaveText(['All', 'Women']);
  await panel(page, 'Gender').getByRole('button', { name: 'All' }).click();
  await expect(applied(page)).not.toContainText('Women');
  expect(await figure(page, 'Entries')).toBeGreaterThan(0);
  await expect(control(page, /^Gender/)).toHaveCount(0);
  await control(page, /^More filters/).click();
  await expect(panel(page, 'More filters').getByRole('region', { name: 'Hours' })).toBeVisible();
  await expect(panel(page, 'More filters').getByRole('region', { name: /Gender|Engagement/ })).toHaveCount(0);
  noFaults();
});

test('the explanation of such a number and its file say the same', async ({ page }) => {
  await page.goto(`${centre}&gender=female`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page, /^Entries by/)
      .getByRole('button', { name: 'Download' })
      .click(),
  ]);
  const rows = readFileSync(await file.path(), 'utf8')
    .split('\r\n')
    .slice(1);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows.slice(0, 6)) expect(row).toContain(untold);
  await card(page, 'Entries').getByRole('button', { name: 'Entries', exact: true }).click();
  const explanation = page.getByRole('complementary', { name: /Entries/ });
  await expect(explanation).toContainText(untold);
  await expect(explanation).not.toContainText(/\b0 visitors/);
});

test('the doors of such a site say so, and its sensors are still those that reported', async ({ page }) => {
  await page.goto(`${centre}&gender=female`);
  const tabs = page.getByRole('navigation', { name: 'Pages of this site' });
  await tabs.getByRole('link', { name: 'Flow' }).click();
  await expect(page.locator('main')).toContainText(untold);
  await expect(page.locator('main')).not.toContainText(wrong);
  await tabs.getByRole('link', { name: 'Sensors' }).click();
  await expect(page.getByRole('rowheader', { name: /North entrance counter/ })).toBeVisible();
});

test('D01 where sensors tell genders, women are some of all', async ({ page }) => {
  await page.goto(boutique);
  const all = await figure(page, 'Entries');
  await control(page, /^Gender/).click();
  await panel(page, 'Gender').getByRole('button', { name: 'Women' }).click();
  await expect(applied(page)).toContainText('Women');
  await expect.poll(() => figure(page, 'Entries')).toBeLessThan(all);
  const women = await figure(page, 'Entries');
  await control(page, /^Gender/).click();
  await panel(page, 'Gender').getByRole('button', { name: 'Men', exact: true }).click();
  await expect.poll(() => figure(page, 'Entries')).toBeLessThan(women);
  const men = await figure(page, 'Entries');
  // Today's count may have grown meanwhile.
  expect(women + men).toBeGreaterThanOrEqual(all);
  expect(women + men).toBeLessThan(all * 1.05);
  await expect(headline(page)).not.toContainText(untold);
  await expect(control(page, /^More filters/)).toBeVisible();
});
