import { read } from '@e965/xlsx';
import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test('K01, K02 an export is configured, previewed, created, mailed and downloaded', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/export-data');
  await expect(page.getByRole('heading', { name: 'Export data' })).toBeVisible();
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Arcades du Lac' });
  await page.getByLabel('Timespan').selectOption({ label: 'Yesterday' });
  await page.getByLabel('Granularity').selectOption({ label: 'Hour' });
  const preview = page.getByRole('region', { name: 'What will be in the file' }).first();
  await expect(preview.getByRole('columnheader', { name: 'Entries, visitors' })).toBeVisible();
  await preview.getByRole('button', { name: 'What was asked' }).click();
  await expect(preview.getByRole('cell', { name: 'Arcades du Lac' })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('Choose at least one person.')).toBeVisible();
  await page.getByRole('group', { name: 'Recipients' }).getByRole('checkbox').first().check();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('The export is being made and then sent.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Arcades du Lac, Counting' }).first();
  const link = row.getByRole('link', { name: 'Download Arcades du Lac, Counting' });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expect(row.getByText('In the outbox')).toBeVisible({ timeout: 30_000 });
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Arcades du Lac, Counting, \d{4}-\d\d-\d\d\.xlsx$/);
  const book = read((await import('node:fs')).readFileSync(await download.path()));
  expect(book.SheetNames).toEqual(['Counting', 'Coverage', 'What was asked']);
  const head = ['A1', 'B1', 'C1', 'D1'].map((cell) => book.Sheets.Counting?.[cell]?.v);
  expect(head).toEqual(['Time', 'UTC offset', 'Zone', 'Entries, visitors']);
  noFaults();
});

test('K01 an export repeats: set up, listed, switched off, deleted and put back', async ({ page }) => {
  const noFaults = watchFaults(page);
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/export-data');
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Bryant Park' });
  await page.getByRole('group', { name: 'Recipients' }).getByRole('checkbox').first().check();
  await page.getByLabel('Repeat', { exact: true }).selectOption({ label: 'Monday' });
  await expect(page.getByLabel('Timespan')).toHaveCount(0);
  await expect(page.getByText(/^Next .* at 07:00, about /).first()).toBeVisible();
  await page.getByLabel('At', { exact: true }).selectOption({ label: '06:00' });
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('The export is set up.')).toBeVisible();
  const row = page
    .getByRole('region', { name: 'Repeating exports' })
    .getByRole('listitem')
    .filter({ hasText: 'Bryant Park, Counting' });
  await expect(row).toContainText('Monday, 06:00, New York time');
  expect(await findViolations(page)).toEqual([]);
  await row.getByRole('switch', { name: 'Bryant Park, Counting is on' }).click();
  await expect(row).toContainText('Off');
  await row.getByRole('button', { name: 'Delete Bryant Park, Counting' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Off');
  await row.getByRole('button', { name: 'Delete Bryant Park, Counting' }).click();
  await expect(row).toHaveCount(0);
  noFaults();
});

test('K01 the demo has a finished export and a repeating one', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page, 'manager@demo.example');
  await page.goto('/export-data');
  const jobs = page.getByRole('region', { name: 'Your exports' });
  await expect(jobs.getByRole('link', { name: 'Download Galleria Lugano, Sales' })).toBeVisible({ timeout: 30_000 });
  const repeating = page.getByRole('region', { name: 'Repeating exports' });
  await expect(repeating.getByRole('listitem').filter({ hasText: 'Galleria Lugano, Sales' })).toBeVisible();
});

test('F01 a page of a site leads to the export of what it shows', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/sites');
  await page
    .getByRole('link', { name: /Bahnhof Passage/ })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Export', exact: true }).click();
  await expect(page).toHaveURL(/\/export-data\?site=\d+/);
  await expect(page.getByLabel('Site', { exact: true }).locator('option:checked')).toHaveText('Bahnhof Passage');
});

test('G01 a card of a site links to the export with its number', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/sites');
  await page
    .getByRole('link', { name: /Arcades du Lac/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Export data: Entries', exact: true })).toBeAttached();
  await page.getByRole('link', { name: 'Export data: Capture rate' }).click();
  await expect(page).toHaveURL(/\/export-data\?site=\d+&zone=\d+&type=visits&from=/);
  await expect(page.getByLabel('Data type').locator('option:checked')).toHaveText('Visits and queues');
});

test('G01 a map and a heatmap lead to the export of what they show', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  for (const [name, type, lost] of [
    // The map shows people inside, or occupancy while the site is closed.
    ['The centre, seen from above', '(counting|presence)', null],
    ['Ground floor by day', 'presence', 'where in a zone people were'],
  ] as const) {
    await page.goto('/analytics/sites');
    await page.getByRole('link', { name: 'On the floor' }).click();
    if (type === 'presence') await page.getByRole('link', { name: 'Where people stay' }).click();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Export data' }).click();
    await expect(page).toHaveURL(new RegExp(`/export-data\\?site=\\d+&zone=\\d+&type=${type}&from=`));
    if (lost !== null) await expect(page.getByText(lost)).toBeVisible();
  }
});

test('F02 a widget of a custom page leads to the export of its numbers, and says what the file leaves out', async ({
  page,
}) => {
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/sites');
  await page.getByRole('link', { name: 'Service and stays' }).click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Export data' }).click();
  await expect(page).toHaveURL(/\/export-data\?site=\d+&zone=\d+&type=\w+&from=/);
  await expect(page.getByRole('heading', { name: 'Export data' })).toBeVisible();
});

test('B07 without the export right page and API refuse', async ({ page }) => {
  const viewer = 'viewer@demo.example';
  const token = await fetchToken(page.request, viewer);
  await expect(ask(page.request, token, '{ exportJobs { count } }')).rejects.toThrow();
  await dismissBanner(page);
  await signInByCookie(page, viewer);
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toHaveCount(0);
});
