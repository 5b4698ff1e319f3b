import { findViolations } from '../support/accessible.ts';
import { openSignedIn } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test('P02 a site is set up from a spreadsheet’s lines, and rarer fields are one click away', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/sites' });
  await page.getByRole('link', { name: /^Boutique Rhône/ }).click();
  await page.getByRole('button', { name: 'Devices as a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devices as a list' });
  const lines = dialog.getByLabel('Lines');
  await expect(lines).toHaveValue(/^RHO-DOOR\tStreet door counter\tPeople counter\tStreet door\t60$/m);
  await expect(dialog.getByRole('status')).toHaveText('The lines say what is there already.');
  const known = await lines.inputValue();
  await lines.fill(`${known}\nRHO-NEW\tSecond counter\tdrone`);
  await expect(dialog).toContainText('no kind of device: drone');
  const take = dialog.getByRole('button', { name: 'Take over' });
  await expect(take).toBeDisabled();
  await lines.fill(
    `${known.replace('Shop power', 'Shop electricity')}\nRHO-NEW\tSecond counter\tpad\tStreet door\t300`,
  );
  await expect(dialog.getByRole('status')).toHaveText('New: 1. Changed: 1.');
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);
  await take.click();

  // A meter has a source, a use and a rollover; a zone has further parents and tags.
  await page.getByRole('button', { name: /Shop electricity/ }).click();
  await page.getByLabel('Comes from').selectOption('Solar');
  await page.getByLabel('Used for').selectOption('Lighting');
  await page.getByLabel('Its register begins anew at').fill('1000000');
  await page.getByRole('treeitem', { name: /^Fitting rooms/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Use · Retail' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Use · Leisure' }).check();
  await page.keyboard.press('ControlOrMeta+S');
  const saving = page.getByRole('dialog');
  await expect(saving).toContainText('Second counter');
  await expect(saving).toContainText('Shop electricity');
  await expect(saving).toContainText('solar');
  await expect(saving).toContainText('Leisure');
  // Restores what other tests need.
  await saving.getByRole('button', { name: 'Cancel' }).click();
  noFaults();
});
