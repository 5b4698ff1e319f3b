import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

const dayMs = 86_400_000;
const typed = (at: number) => new Date(at).toISOString().slice(0, 10).split('-').reverse().join('/');

test('readings of two days are taken out after a preview, are named where they lack, and come back', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  const token = await fetchToken(page.request);
  const { allInstallations } = await ask<{ allInstallations: { id: number }[] }>(
    page.request,
    token,
    '{ allInstallations { id } }',
  );
  const siteId = allInstallations[0]?.id as number;
  const now = Date.now();
  const behind = async () => {
    const from = new Date(now - 4 * dayMs).toISOString().slice(0, 10);
    const to = new Date(now - 2 * dayMs).toISOString().slice(0, 10);
    const found = await ask<{ readingsBehind: { count: number; corrections: { by: string; reason: string }[] } }>(
      page.request,
      token,
      'query ($query: RetailDataQuery!) { readingsBehind(query: $query) { count corrections { by reason } } }',
      {
        query: {
          metric: 'affluenceIn',
          filters: {
            conditions: [
              { criterion: 'DATE', values: [`${from}/${to}`] },
              { criterion: 'INSTALLATIONS', values: [String(siteId)] },
            ],
          },
        },
      },
    );
    return found.readingsBehind;
  };
  const before = await behind();
  await signInByCookie(page);
  await page.goto(`/settings/sites/${siteId}`);
  await page.getByRole('link', { name: 'Correct readings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Correct readings');
  await page.getByLabel('Sensor').selectOption({ index: 1 });
  await page.getByLabel('From', { exact: true }).fill(typed(now - 4 * dayMs));
  await page.getByLabel('To', { exact: true }).fill(typed(now - 5 * dayMs));
  await expect(page.getByRole('alert')).toHaveText('The period must end after it begins.');
  await page.getByLabel('To', { exact: true }).fill(typed(now - 2 * dayMs));
  await expect(page.getByRole('status').filter({ hasText: /readings/ })).toContainText(
    /Entries: \u2068[\d,]+\u2069 → \u2068no data/,
  );
  const takeOut = page.getByRole('button', { name: 'Take out readings' });
  await expect(takeOut).toBeDisabled();
  await page.getByLabel('Reason').fill('A ladder stood below the sensor');
  expect(await findViolations(page)).toEqual([]);
  await takeOut.click();
  const row = page.getByRole('listitem').filter({ hasText: 'A ladder stood below the sensor' });
  await expect(row).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const during = await behind();
  expect(during.count).toBeLessThan(before.count);
  expect(during.corrections).toMatchObject([{ by: expect.any(String), reason: 'A ladder stood below the sensor' }]);
  await row.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeHidden();
  expect(await behind()).toEqual(before);
  noFaults();
});

test('values of a period that the address names are multiplied', async ({ page }) => {
  const token = await fetchToken(page.request);
  const { allInstallations } = await ask<{ allInstallations: { id: number }[] }>(
    page.request,
    token,
    '{ allInstallations { id } }',
  );
  const siteId = allInstallations[0]?.id as number;
  const now = Date.now();
  await signInByCookie(page);
  await page.goto(`/settings/sites/${siteId}/corrections?from=${now - 2 * dayMs}&to=${now - dayMs}`);
  await page.getByLabel('Sensor').selectOption({ index: 1 });
  await page.getByLabel('Correction', { exact: true }).selectOption('scale');
  await page.getByLabel('Factor').fill('2');
  await expect(page.getByRole('status').filter({ hasText: /readings/ })).toContainText('→');
  await page.getByLabel('Reason').fill('Counted one of two lanes');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Correct readings' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Counted one of two lanes' });
  await expect(row).toContainText('Entries\u2069 × \u20682');
  await row.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeHidden();
});
