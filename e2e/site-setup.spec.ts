import { violationsOf } from './support/accessible.ts';
import { enter, withoutBanner } from './support/account.ts';
import { watchFaults } from './support/faults.ts';
import { expect, test } from './support/journey.ts';

const rival = 'admin@rival.example';

test('P02, O03 a site is made on a phone by keyboard, wired, saved, and counts the first reading', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await page.setViewportSize({ width: 400, height: 800 });
  await withoutBanner(page);
  await enter(page, rival);
  await page.goto('/settings/sites');
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };

  await press('New site');
  await page.keyboard.type('Corner shop');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bern');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Zurich');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Corner shop' })).toBeVisible();

  await press('Door');
  const door = page.getByRole('dialog');
  await door.getByLabel('Name').fill('Front');
  await page.keyboard.press('Escape');
  await press('Device');
  await page.keyboard.type('CORNER-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'CORNER-1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Changes not saved: 2')).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(page.getByText('Changes not saved: 1')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+s');
  const difference = page.getByRole('dialog');
  await expect(difference.getByText('CORNER-1')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await difference.getByRole('button', { name: /^Save/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto('/settings/keys');
  await press('Make a key');
  await page.keyboard.type('Corner gateway');
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Corner gateway')).toBeVisible();
  const at = new Date(Date.now() - 1000).toISOString();
  const reading = { device: 'CORNER-1', at, interval: 1 };
  const answer = await page.request.post('/ingest/v1/readings', {
    headers: { authorization: `Bearer ${secret}` },
    data: {
      readings: [
        { ...reading, metric: 'affluenceIn', value: 4 },
        { ...reading, metric: 'affluenceOut', value: 1 },
      ],
    },
  });
  expect(await answer.json()).toMatchObject({ accepted: 2 });
  noFaults();
});

test('what somebody else changed meanwhile is not written over, and nothing typed is lost', async ({
  page,
  context,
}) => {
  await withoutBanner(page);
  await enter(page, rival);
  await page.goto('/settings/sites');
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'General' }).click();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('tab', { name: 'General' }).click();
  for (const [one, address] of [
    [other, 'Other street 1'],
    [page, 'My street 2'],
  ] as const) {
    await one.getByLabel('Address').fill(address);
    await one.keyboard.press('Control+s');
    if (one === other) await one.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  }
  await expect(page.getByText('Somebody else has changed this site')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('My street 2');
});
