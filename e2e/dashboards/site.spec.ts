import { ask, fetchToken, openSignedIn, signIn, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { getEarlyOperations } from '../support/whole-page.ts';

const site = 'Arcades du Lac';

test('from sign-in to a live number: open a site, change the timespan, reload the address, watch a reading arrive', async ({
  page,
  request,
}) => {
  const noFaults = watchFaults(page);
  await signIn(page);
  const open = await openSite(page);
  await page
    .getByRole('main')
    .getByRole('table')
    .getByRole('link', { name: new RegExp(open.name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: open.name })).toBeVisible();

  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page).toHaveURL(/timespan=/);
  const entries = figureOf(page, 'Entries');
  await expect(entries).toHaveText(/\d/);
  const yesterday = await entries.textContent();
  await page.reload();
  await expect(entries).toHaveText(yesterday ?? '');

  await page.goBack();
  await page.goto(page.url().split('?')[0] ?? '');
  const inside = figureOf(page, 'Inside now');
  await expect(inside).toHaveText(/\d/);
  const before = numberIn(await inside.textContent());
  await post(request, [
    {
      device: open.door,
      metric: 'affluenceIn',
      at: new Date(Date.now() - 1000).toISOString(),
      value: 5000,
      interval: 60,
    },
  ]);
  await expect(async () => expect(numberIn(await inside.textContent())).toBeGreaterThan(before + 4000)).toPass();
  noFaults();
});

test('the numbers of a site are requested once, before its script loads, for any filters', async ({ page }) => {
  await openSignedIn(page);
  let asked: unknown[][] = [];
  page.on('request', (request) => {
    if (/query Answers\b/.test(request.postData() ?? '')) asked.push(request.postDataJSON().variables.queries);
  });
  const days = encodeURIComponent('{"ranges":[["2026-02-20","2026-02-21"]]}');
  const searches = ['', `?v=1&timespan=${days}&compare=-usual`, '?v=1&zone=2&hours=morning'];
  const tabs = [
    'counting/1',
    'counting/1/flow',
    'counting/1/sensors',
    'atmosphere/1',
    'atmosphere/1/rooms',
    'energy/1',
  ];
  const addresses = [...tabs, 'energy/1/uses'].flatMap((tab) => searches.map((search) => `/${tab}${search}`));
  for (const address of addresses) {
    asked = [];
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: site })).toBeVisible();
    await expect(page.locator('main [class*="ghost"], main [role=status]'), address).toHaveCount(0);
    // The air page's second request depends on the limits in the first response.
    const isAir = address.startsWith('/atmosphere/1') && !address.includes('rooms');
    const byPage = isAir ? ['Answers', 'Answers'] : ['Answers'];
    const byPageItself = (await getEarlyOperations(page)).filter((name) => name === 'Answers');
    expect(byPageItself, address).toEqual(byPage);
    const questions = asked.flat().map((query) => JSON.stringify(query));
    expect(new Set(questions).size, `${address}: no question twice`).toBe(questions.length);
    // The lanes below the main chart load after the figures, in one request of their own.
    const hasLanes = !/sensors|rooms|uses/.test(address);
    expect(asked.length, address).toBeLessThanOrEqual((isAir ? 3 : 1) + Number(hasLanes));
  }
});

test('D07 a hostile address shows the defaults, never an error', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  for (const search of [
    'timespan=%7B%22bad',
    'zone=%5B1e999%5D',
    `timespan=${'x'.repeat(4000)}`,
    'zone=%22%3Cscript%3E%22&timespan=null',
  ]) {
    await page.goto(`/counting/1?${search}`);
    await expect(page.getByRole('heading', { level: 1, name: site })).toBeVisible();
    await expect(figureOf(page, 'Entries')).toHaveText(/\d|–/);
  }
  noFaults();
});

test('an unknown site, or another organization’s, is not found', async ({ page }) => {
  await signInByCookie(page);
  await page.goto('/counting/999999');
  await expect(page.getByText(/doesn.t exist/)).toBeVisible();
});

test('B07 a user limited to one site sees only that one', async ({ page }) => {
  await openSignedIn(page, { at: '/analytics/sites', email: 'viewer@demo.example' });
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Boutique Rhône/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByText(site)).toHaveCount(0);
});

/**
 * Names and time zones of sites, by a door of each. At least one of them is open at any hour, because only an open site
 * has a live number of people inside.
 */
const sitesByDoor = {
  'BHF-TRACKS-W': ['Bahnhof Passage', 'Europe/Zurich'],
  'DXB-WALK': ['Dubai Marina', 'Asia/Dubai'],
  'BRY-MAIN': ['Bryant Park', 'America/New_York'],
  'SHJ-EAST': ['Shinjuku East', 'Asia/Tokyo'],
} as const;

/** Some people are still inside after midnight, when pages start with the day before. */
const isNight = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone }).format(Date.now())) < 6;

async function openSite(page: Page): Promise<{ readonly name: string; readonly door: string }> {
  const sidebar = page.getByRole('navigation', { name: 'Pages and sites' });
  const find = async () => {
    for (const [door, [name, timezone]] of Object.entries(sitesByDoor)) {
      if (isNight(timezone)) continue;
      // People may still be inside after closing, but then the page has no live value.
      const main = page.getByRole('main');
      const isShut = new RegExp(`^${name}.*(closed|opens)`);
      const shut = main.getByRole('row', { name: isShut }).or(main.getByRole('listitem').filter({ hasText: isShut }));
      if ((await shut.count()) > 0) continue;
      if ((await sidebar.getByRole('link', { name: new RegExp(`^${name}.*\\d$`) }).count()) > 0) return { name, door };
    }
    throw new Error('Every site is closed');
  };
  // Live values of the sites arrive one by one.
  let open: Awaited<ReturnType<typeof find>> | null = null;
  await expect(async () => {
    open = await find();
  }).toPass();
  return open ?? find();
}

/** The main figure of a card, with its unit. */
const figureOf = (page: Page, label: string) =>
  page.getByRole('region', { name: label, exact: true }).locator('p').first();

const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''));

async function post(request: Parameters<typeof fetchToken>[0], readings: object[]): Promise<void> {
  const token = await fetchToken(request);
  const { createIngestKey } = await ask<{ createIngestKey: { secret: string } }>(
    request,
    token,
    'mutation { createIngestKey(name: "Journey") { secret } }',
  );
  const answer = await request.post('/ingest/v1/readings', {
    data: readings,
    headers: { authorization: `Bearer ${createIngestKey.secret}` },
  });
  expect(await answer.json()).toMatchObject({ accepted: readings.length, rejected: [] });
}
