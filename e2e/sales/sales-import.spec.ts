import { findViolations } from '../support/accessible.ts';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

/** A different name per journey, because all share one product. */
const lines = (name: string, ...cells: readonly (readonly [string, string, string])[]) =>
  cells.map(
    ([receipt, shopId, turnover]) => `${name}-${receipt};2026-01-14T10:00:00+01:00;${shopId};1;${turnover};CHF`,
  );

const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\r\n'), 'latin1'),
});

async function open(page: Page) {
  await signInByCookie(page);
  await page.goto('/sales-metrics-import');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import sales');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
}

const choose = (page: Page, file: ReturnType<typeof csv>) => page.locator('input[type=file]').setInputFiles(file);
const imported = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('M02 a file is chosen, checked, imported, imported again and undone', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await open(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Import' })).toBeVisible();
  const header = 'Quittung;Zeit;Filiale;Stück;Betrag;Währung';
  const file = csv('week.csv', [
    header,
    ...lines('whole', ['1', '101', '10,50'], ['2', '101', '20'], ['3', '102', '-5']),
  ]);
  await choose(page, file);
  await expect(page.getByText('No errors in 3 rows')).toBeVisible();
  await expect(page.getByText('3 new receipts, none corrects an earlier one')).toBeVisible();
  await expect(page.getByText(/semicolons.*Windows-1252.*header row skipped/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '101' }).filter({ hasText: '30.50' })).toContainText(
    'Arcades du Lac',
  );
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByText('3 receipts imported')).toBeVisible();
  await expect(imported(page, 'week.csv')).toContainText('25.50');
  // Importing the same file again changes nothing.
  await choose(page, file);
  await expect(page.getByText('Everything in it is known already: importing it changes nothing')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect(page.getByText('Drop a file with receipts here')).toBeVisible();
  await page.getByRole('button', { name: 'Undo week.csv' }).click();
  await expect(page.getByText('Undo takes out 3 receipts.')).toBeVisible();
  await expect(page.getByText(/falls by .*CHF.*25\.50/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(imported(page, 'week.csv')).toContainText('Undone');
  await choose(page, file);
  await expect(page.getByText('3 new receipts, none corrects an earlier one')).toBeVisible();
  noFaults();
});

test('M02 errors are listed row by row, and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  const rows = [
    ...lines('wrong', ['1', '101', '1']),
    'wrong-2;17.11.2026 09:41;101;1;1;CHF',
    'wrong-3;2026-01-14T10:00:00+01:00;101;2 Stk;1;SFR',
    ';2026-01-14T10:00:00+01:00;999;1;1;CHF',
    'wrong-5;2026-01-14T10:00:00+01:00;101;1;1',
  ];
  await choose(page, csv('wrong.csv', rows));
  const dialog = page.getByRole('dialog', { name: '4 rows can’t be imported' });
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog.getByRole('row')).toHaveText([
    /Row/,
    /2.*B.*Date and hour.*Is no date with an hour: “.*17\.11\.2026 09:41.*”\. Write .*2026-11-17T09:41:00\+01:00/,
    /3.*D.*Number of items.*Is not a number: “.*2 Stk.*”/,
    /3.*F.*Currency.*Is not an ISO 4217 code: “.*SFR.*”/,
    /4.*A.*Receipt id.*Is empty/,
    /4.*C.*Shop id.*No site of yours has this id: “.*999.*”/,
    /5.*Whole row.*Has .*5.* columns, .*6.* are needed/,
  ]);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy the list' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('4\tA\tReceipt id\tIs empty.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('4 rows can’t be imported')).toBeVisible();
  await page.getByRole('button', { name: 'Show the errors' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
});

test('M02 files of other kinds and sizes, several at once and unreadable ones are refused in words', async ({
  page,
}) => {
  await open(page);
  const said = (text: string) =>
    expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).first()).toBeVisible();
  await choose(page, csv('notes.txt', ['hello']));
  await said('Only .csv, .xlsx and .xls files can be imported');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 97) });
  await said('The file is larger than 10 MB');
  await choose(page, csv('broken.xlsx', ['PK\u0003\u0004 and nothing behind it']));
  await said('The file is broken or locked');
  await choose(page, csv('empty.csv', ['Receipt,Date,Shop,Items,Turnover,Currency']));
  await said('There is no receipt in the file');
  // Dropped anywhere on the page.
  const drop = async (names: readonly string[]) => {
    const carried = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const name of all) transfer.items.add(new File(['drop-1,2026-01-14T10:00:00+01:00,101,1,1,CHF'], name));
      return transfer;
    }, names);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: carried });
    await expect(page.getByText('Drop to check')).toBeVisible();
    await page.dispatchEvent('main', 'drop', { dataTransfer: carried });
    await expect(page.getByText('Drop to check')).toHaveCount(0);
  };
  await drop(['a.csv', 'b.csv']);
  await said('One file at a time, please');
  await drop(['a.csv']);
  await expect(page.getByText('No errors in 1 row')).toBeVisible();
});

test('M02 the server’s refusals are shown, translated or not', async ({ page }) => {
  await open(page);
  let message: string | null = null;
  await page.route('**/hub/graphql', async (route) => {
    const isForm = route.request().headers()['content-type']?.startsWith('multipart/form-data') ?? false;
    if (!isForm || message === null) return route.continue();
    return route.fulfill({ json: { errors: [{ message, extensions: { code: 'BAD_INPUT' } }] } });
  });
  await choose(page, csv('server.csv', lines('server', ['1', '101', '1'])));
  const send = page.getByRole('button', { name: 'Import 1 row' });
  // The server compares the file before it starts to refuse.
  await expect(send).toBeVisible();
  message = 'Storage failure';
  await send.click();
  await expect(page.getByText('The file could not be stored. Nothing was imported.')).toBeVisible();
  message = 'The cable is unplugged';
  await send.click();
  await expect(page.getByText('The cable is unplugged')).toBeVisible();
});

test('a till gets a key, and is listed with what it sent', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Send from a till instead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send receipts from a till' });
  await dialog.getByRole('textbox', { name: 'Name of the till' }).fill('Till 2');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make a key' }).click();
  const key = await dialog.getByText(/^atr_/).innerText();
  const receipt = {
    receipt: 'till-1',
    at: new Date().toISOString(),
    shop: '101',
    items: 1,
    turnover: 7.25,
    currency: 'CHF',
  };
  const headers = { authorization: `Bearer ${key}` };
  const sent = await page.request.post('/ingest/v1/receipts', { headers, data: [receipt] });
  expect(await sent.json()).toEqual({ accepted: 1, unchanged: 0, corrected: 0, rejected: [] });
  await page.reload();
  await expect(imported(page, 'Till 2, Arcades du Lac')).toContainText('7.25');
  await expect(imported(page, 'Till 2, Arcades du Lac')).toContainText('Live');
});

for (const [look, language, colorScheme, width] of [
  ['dark, right to left', 'ar', 'dark', 1440],
  ['400 px', 'en', 'light', 400],
] as const)
  test(`the import of sales is accessible, ${look}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('atrium.language', code), language);
    await page.emulateMedia({ colorScheme });
    await signInByCookie(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/sales-metrics-import');
    await choose(page, csv('look.csv', lines('look', ['1', '101', '1'], ['2', '103', '1'])));
    await expect(page.locator('main table').first()).toBeVisible();
    await expect(page.locator('main progress')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
