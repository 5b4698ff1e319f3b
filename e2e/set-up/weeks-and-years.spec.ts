import { findViolations } from '../support/accessible.ts';
import { openSignedIn } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test('the first weekday and a fiscal year of weeks are set by keyboard, and hold in the period picker', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/organization' });
  const form = page.locator('form').filter({ hasText: 'Weeks and years' });
  const set = async (weekday: string, month: string, pattern: string) => {
    await form.getByLabel('First day of the week').selectOption(weekday);
    await form.getByLabel('Fiscal year begins in').selectOption(month);
    await form.getByLabel('Fiscal months').selectOption(pattern);
    await form.getByLabel('Fiscal months').focus();
    await page.keyboard.press('Tab');
    if (pattern !== 'Calendar months') await page.keyboard.press('Tab');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible();
  };
  await set('Sunday', 'February', '4-5-4');
  await expect(form.getByLabel('The year begins on')).toContainText('the Sunday nearest to 01/02');
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);

  await page.goto('/counting/1');
  await page
    .locator('main')
    .getByRole('button', { name: /^Timespan/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Timespan' });
  await expect(panel.getByRole('button', { name: 'This fiscal month' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Last fiscal year' })).toBeVisible();
  await panel.getByRole('button', { name: 'Custom' }).click();
  await expect(panel.locator('th abbr').first()).toHaveAttribute('title', 'Sunday');

  await page.goto('/settings/organization');
  await page.setViewportSize({ width: 400, height: 800 });
  await form.scrollIntoViewIfNeeded();
  await set('Monday', 'January', 'Calendar months');
  noFaults();
});
