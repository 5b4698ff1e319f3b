import { findViolations } from '../support/accessible.ts';
import { openSignedIn } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test('monthly targets are typed by keyboard, undone and imported, and show their progress', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/calendar' });
  const cell = (row: number, month: number) => page.locator(`[data-cell="${row} ${month}"]`);
  const progress = page.getByRole('region', { name: /so far$/ });
  await expect(progress).toContainText('No targets this month yet.');
  // The second month is the current one.
  await cell(0, 1).fill('190000');
  await cell(0, 1).press('Enter');
  await expect(cell(1, 1)).toBeFocused();
  await expect(progress).toContainText('190,000 visitors');
  await expect(progress).toContainText(/Arcades du Lac.*%\u2069 of the target, heading for/);
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(progress).toContainText('No targets this month yet.');
  await expect(cell(0, 1)).toHaveValue('');

  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lines').fill('site;metric;month;value\nnowhere;visitors;2027-01;5');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('Line 2: no site with this key or unique name (⁨nowhere⁩)');
  const month = new Date().toISOString().slice(0, 7);
  await dialog.getByLabel('Lines').fill(`Arcades du Lac;visitors;${month};180000`);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(progress).toContainText('180,000 visitors');
  await cell(0, 1).fill('');
  await cell(0, 1).press('Enter');
  await expect(progress).toContainText('No targets this month yet.');
  noFaults();
});
