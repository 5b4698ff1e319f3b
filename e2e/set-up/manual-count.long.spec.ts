import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));
test.use({ viewport: { width: 400, height: 800 }, hasTouch: true });

const minute = 60_000;

interface Door {
  readonly id: number;
  readonly name: string;
  readonly interval: number | null;
}

/** Returns the first site with doors whose sensors report often enough for a short count. */
async function siteWithDoors(request: APIRequestContext) {
  const token = await fetchToken(request);
  const { allInstallations } = await ask<{ allInstallations: { id: number }[] }>(
    request,
    token,
    '{ allInstallations { id } }',
  );
  for (const { id } of allInstallations) {
    const { manualCounts } = await ask<{ manualCounts: { passages: Door[] } }>(
      request,
      token,
      'query ($id: Int!) { manualCounts(installationId: $id) { passages { id name interval } } }',
      { id },
    );
    const door = manualCounts.passages.find(({ interval }) => interval !== null && interval <= 300);
    if (door !== undefined) return { siteId: id, door };
  }
  throw new Error('no site of the demo has a counter at a door');
}

/** Yesterday at 14:00, when shops are open and all sensors have complete quarter hours. */
const yesterday = () => Math.floor(Date.now() / 86_400_000) * 86_400_000 - 10 * 60 * minute;

const doorOf = (page: Page, { name }: Door) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('P02 half an hour of manual counting at a door shows the sensor’s error', async ({ page }) => {
  const noFaults = watchFaults(page);
  const { siteId, door } = await siteWithDoors(page.request);
  await page.clock.install({ time: yesterday() });
  await signInByCookie(page);
  await page.goto(`/settings/sites/${siteId}/counts`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Count by hand');
  await page.getByRole('button', { name: `Count here: ${door.name}` }).tap();
  const counting = page.getByRole('region', { name: door.name });
  const ways = counting.locator('[data-way]');
  await expect(ways).toHaveCount(2);
  expect(await findViolations(page)).toEqual([]);
  for (let person = 0; person < 96; person++) {
    await ways.nth(person % 2).tap();
    await page.clock.fastForward(20_000);
  }
  await expect(ways.first()).toContainText('48');
  await ways.first().tap();
  await expect(ways.first()).toContainText('49');
  await counting.getByRole('button', { name: 'Undo the last tap' }).tap();
  await expect(ways.first()).toContainText('48');
  await expect(counting.getByText(/^Compared so far/)).toBeVisible();
  // A reload loses nothing.
  await page.reload();
  await expect(ways.first()).toContainText('48');
  noFaults();
  // Nor does a lost network.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('SaveManualCount') ? route.abort() : route.continue(),
  );
  await counting.getByRole('button', { name: 'Finish' }).tap();
  await expect(page.getByText('The count is not saved.')).toBeVisible();
  await expect(counting.getByText('96 people counted, and not saved yet.')).toBeVisible();
  await page.unroute('**/graphql');
  await counting.getByRole('button', { name: 'Save' }).tap();
  await expect(counting).toHaveCount(0);
  const told = doorOf(page, door);
  await expect(told.getByText(/^Sensor: .*%.* \(.*%.* to .*%.*\)$/)).toBeVisible();
  await expect(told.getByText(/minutes compared/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await told.getByRole('button', { name: 'Delete the count' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the count' }).tap();
  await expect(told.getByText('Nobody has counted here yet.')).toBeVisible();
});

test('P02 missing sensor data is waited for, and too few people give no result', async ({ page }) => {
  const { siteId, door } = await siteWithDoors(page.request);
  const save = async (startedAt: number, finishedAt: number, along: number[], clientId: string) =>
    ask(
      page.request,
      await fetchToken(page.request),
      `mutation ($passageId: Int!, $clientId: String!, $startedAt: Timestamp!, $finishedAt: Timestamp!, $along: [Timestamp!]!) {
        saveManualCount(passageId: $passageId, clientId: $clientId, startedAt: $startedAt, finishedAt: $finishedAt, along: $along, against: [])
      }`,
      { passageId: door.id, clientId, startedAt, finishedAt, along },
    );
  const [now, before] = [Date.now(), yesterday()];
  await save(before, before + 16 * minute, [before + minute], 'journey-few');
  await save(now - 40 * minute, now, [], 'journey-now');
  await signInByCookie(page);
  await page.goto(`/settings/sites/${siteId}/counts`);
  const told = doorOf(page, door);
  await expect(told.getByText('Waiting for what the sensor counted in these minutes.')).toBeVisible();
  await expect(told.getByText('Too few people to tell yet: 1 of at least 30.')).toBeVisible();
});
