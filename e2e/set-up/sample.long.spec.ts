import { findViolations } from '../support/accessible.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { becomeAdministrator, plainFilling } from './first-administrator.ts';

let installation: EmptyInstallation | null = null;
test.afterAll(() => installation?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('P01 sample data is added by one click, viewed, and removed by one', async ({ page }) => {
  test.slow();
  installation = await startEmpty();
  const noFaults = watchFaults(page);
  await becomeAdministrator(page, plainFilling, installation.invitation);
  const steps = page.getByRole('navigation', { name: 'First steps' });
  const done = page.getByText('1 of 7 done');
  await expect(done).toBeVisible();

  await button(page, 'Add sample data').click();
  await expect(page.getByRole('heading', { name: 'Sample shop' })).toBeVisible();
  // The sample site completes none of the organization's own steps.
  await expect(done).toBeVisible();
  await expect(steps.locator('[aria-current=step]')).toContainText('Add a site');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Look at it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sample shop');
  await expect(page.getByRole('main').getByText(/\d/).first()).toBeVisible();

  // It can also be removed in the list of sites, because the first steps are hidden once they are done.
  await page.goto(`${installation.origin}/settings/sites`);
  const row = page.getByRole('link', { name: /^Sample shop/ });
  await expect(row).toBeVisible();
  await button(page, 'Remove sample data').click();
  await expect(row).toHaveCount(0);
  await page.goto(`${installation.origin}/first-steps`);
  await expect(button(page, 'Add sample data')).toBeVisible();
  noFaults();
});
