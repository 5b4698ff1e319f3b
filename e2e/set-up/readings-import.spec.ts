import { findViolations } from '../support/accessible.ts';
import { openSignedIn } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test('P02 a file of readings is checked, its invalid lines are listed, and it is imported once', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/sites' });
  await page.getByRole('link', { name: 'Import readings' }).first().click();
  const rows = ['2024-03-05 09:00,12,4', '2024-03-05 09:05,many,5', '2024-03-05 09:10,14,6'];
  await page.getByLabel('File of readings').setInputFiles({
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`time,in,out\n${rows.join('\n')}\n`),
  });
  // The columns' meanings are guessed, and shown beside sample values.
  await expect(page.getByLabel('Meaning of in')).toHaveValue('affluenceIn');
  await expect(page.getByText('12 · many · 14')).toBeVisible();
  const check = page.getByRole('button', { name: 'Check' });
  await expect(check).toBeDisabled();
  await expect(page.getByText('Say which sensor the rows are of.')).toBeVisible();
  await page.getByLabel('Serial of the sensor that all rows are of').fill('ARC-NORTH');
  await page.getByLabel('Time zone').fill('Zurich');
  await page.getByRole('option', { name: 'Europe/Zurich' }).click();
  await check.click();
  await expect(page.getByText('5 readings of 1 sensor, 05/03/2024. Nothing is stored yet.')).toBeVisible();
  await expect(page.getByText(/Line 3: no number: many/)).toBeVisible();
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);

  await page.getByRole('button', { name: 'Import 5 readings' }).click();
  await expect(page.getByText('5 new, 0 corrected, 0 known already.')).toBeVisible();
  await check.click();
  await page.getByRole('button', { name: 'Import 5 readings' }).click();
  await expect(page.getByText('0 new, 0 corrected, 5 known already.')).toBeVisible();
  noFaults();
});

test('P02 values of a meter are imported as what they are said to be, with both totals beside the question', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/readings' });
  const rows = [0.25, 0.5, 0.75, 1].map((kwh, hour) => `2023-03-06 0${hour}:00,${kwh}`);
  await page.getByLabel('File of readings').setInputFiles({
    name: 'portal.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`time,kWh\n${rows.join('\n')}\n`),
  });
  await page.getByLabel('Meaning of kWh').selectOption('electricityConsumption');
  await page.getByLabel('Serial of the sensor that all rows are of').fill('RHO-EL');
  await page.getByLabel('Time zone').fill('Zurich');
  await page.getByRole('option', { name: 'Europe/Zurich' }).click();
  const interval = page.getByLabel('Each row covers');
  await interval.selectOption('0');
  await page.getByRole('button', { name: 'Check' }).click();
  const question = page.getByRole('group', { name: 'Amounts of an interval, or a register?' });
  const asAmounts = question.getByRole('button', { name: 'Import as amounts' });
  await expect(asAmounts).toBeDisabled();
  await interval.selectOption('3600');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(question).toContainText('2.500 kWh');
  await expect(question).toContainText('0.750 kWh');
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);
  await asAmounts.click();
  await expect(page.getByText('4 new, 0 corrected, 0 known already.')).toBeVisible();
  noFaults();
});

test('P02 a table with a column for each hour, and one with a column of names, are imported', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/readings' });
  const choose = (name: string, text: string) =>
    page.getByLabel('File of readings').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('hours.csv', 'North door\n\nDate;00:00;01:00;02:00\n05.03.2023;1;2;3\nTotal;1;2;3\n');
  await page.getByLabel('Meaning of 3 columns named by hours or dates').selectOption('affluenceIn');
  await page.getByLabel('Serial of the sensor that all rows are of').fill('ARC-NORTH');
  await page.getByLabel('Time zone').fill('Zurich');
  await page.getByRole('option', { name: 'Europe/Zurich' }).click();
  await page.getByLabel('Each row covers').selectOption('3600');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('3 readings of 1 sensor, 05/03/2023. Nothing is stored yet.')).toBeVisible();

  const rows = [1, 2].flatMap((hour) => [
    { when: `2023-03-06T0${hour}:00`, what: 'enter', count: { people: hour } },
    { when: `2023-03-06T0${hour}:00`, what: 'leave', count: { people: 7 } },
  ]);
  await choose('names.json', JSON.stringify({ data: rows }));
  await page.getByLabel('Meaning of when').selectOption('time');
  await page.getByLabel('Meaning of what').selectOption('name');
  await page.getByLabel('Meaning of count.people').selectOption('value');
  await expect(page.getByText('Say of at least one column what it measures.')).toBeVisible();
  await page.getByLabel('Meaning of enter').selectOption('affluenceIn');
  await page.getByLabel('Sensor of enter, if not the one of the rows').fill('ARC-NORTH');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('2 readings of 1 sensor, 06/03/2023. Nothing is stored yet.')).toBeVisible();
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Import 2 readings' }).click();
  await expect(page.getByText('2 new, 0 corrected, 0 known already.')).toBeVisible();
  noFaults();
});

test('P02 a file of a known format is read by its recipe', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/readings' });
  const lines = ['Identifiant PRM;Unite', '123;W', 'Horodate;Valeur', '2023-01-05T00:30:00+01:00;1200'];
  await page.getByLabel('File of readings').setInputFiles({
    name: 'curve.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n2023-01-05T01:00:00+01:00;600\n`),
  });
  await page.getByLabel('Known format').selectOption('Enedis');
  await expect(page.getByLabel('Unit of Valeur')).toHaveValue('W');
  await expect(page.getByLabel('Each row covers')).toHaveValue('1800');
  await expect(page.getByLabel('Times are the ends of these intervals')).toBeChecked();
  await page.getByLabel('Serial of the sensor that all rows are of').fill('RHO-EL');
  await page.getByRole('button', { name: 'Check' }).click();
  // The format says that its values are amounts, so that nothing is asked.
  await expect(page.getByText('2 readings of 1 sensor, 05/01/2023. Nothing is stored yet.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Amounts of an interval, or a register?' })).toBeHidden();
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);
  await page.getByRole('button', { name: 'Import 2 readings' }).click();
  await expect(page.getByText('2 new, 0 corrected, 0 known already.')).toBeVisible();
  noFaults();
});

test('P02 an invalid file is rejected before the upload', async ({ page }) => {
  await openSignedIn(page, { at: '/settings/readings' });
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File of readings').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('one.csv', Buffer.from('a word\n'));
  await expect(page.getByRole('alert')).toHaveText('This file has no header with at least two columns.');
  await choose('large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
  await expect(page.getByRole('alert')).toContainText('larger than 10 MB');
});
