import { readFile } from 'node:fs/promises';
import { findViolations } from '../support/accessible.ts';
import { openSignedIn, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { type Download, expect, type Page, type Request, test } from '../support/journey.ts';
import { readPicture } from '../support/picture.ts';
import { getEarlyOperations, wholePage } from '../support/whole-page.ts';

/** Opens a page of a demo dashboard by the names in the sidebar and its tabs. */
async function openPage(page: Page, dashboard: string): Promise<void> {
  await page.getByRole('link', { name: dashboard, exact: true }).first().click();
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible();
}

async function take(page: Page, widget: string, what: string): Promise<Download> {
  await page.getByRole('button', { name: `Actions for ${widget}` }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: what }).click()]);
  return file;
}

test('all widgets of a page share one request', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/v2/graphql') && body.includes('query Answers')) asked.push(body);
  });
  await openPage(page, 'Monday board');
  await expect(page.getByRole('group', { name: 'Visitors', exact: true }).locator('p').first()).toHaveText(/\d/);
  expect(asked).toHaveLength(1);
  expect(questionsIn(asked[0])).toBeGreaterThan(6);
  expect(await findViolations(page)).toEqual([]);
  noFaults();
});

test('twelve widgets over the busiest site are complete after one request', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('query Answers')) asked.push(body);
  });
  await openPage(page, wholePage.dashboard);
  await expect(page.getByRole('main').getByRole('button', { name: /^Actions for/ })).toHaveCount(wholePage.widgets);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  expect(asked).toHaveLength(1);
  expect(questionsIn(asked[0])).toBeGreaterThanOrEqual(wholePage.widgets);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expectTwoRounds(page);
  noFaults();
});

/** Counts the questions of a request. */
function questionsIn(body = '{}'): number {
  const { variables } = JSON.parse(body) as { variables?: { queries?: readonly object[] } };
  return variables?.queries?.length ?? 0;
}

/**
 * Reloads the page and checks its requests. First what its numbers depend on, sent together before its script has
 * loaded. Then the numbers, each only once.
 */
async function expectTwoRounds(page: Page): Promise<void> {
  const events: string[] = [];
  const nameOf = (request: Request) =>
    /query (Viewer|CustomPage|WidgetSites|PageQuestions|Answers)\b/.exec(request.postData() ?? '')?.[1];
  page.on('request', (request) => nameOf(request) && events.push(`asks ${nameOf(request)}`));
  page.on('response', (response) => nameOf(response.request()) && events.push('has an answer'));
  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: /^Actions for/ })).toHaveCount(wholePage.widgets);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  const first = ['CustomPage', 'PageQuestions', 'Viewer', 'WidgetSites'];
  expect(events.slice(0, 4).toSorted()).toEqual(first.map((name) => `asks ${name}`));
  expect(events.filter((event) => event.startsWith('asks'))).toHaveLength(5);
  expect((await getEarlyOperations(page)).toSorted()).toEqual(['Answers', 'CustomPage', 'Viewer', 'WidgetSites']);
}

test('G09 a table is exported completely: as a picture of the paper’s width, and as numbers without formulas', async ({
  page,
}) => {
  await openSignedIn(page);
  await openPage(page, 'Monday board');
  const csv = await take(page, 'Site by site', 'Download CSV');
  const text = await readFile(await csv.path(), 'utf8');
  const rows = text.replace('\ufeff', '').trim().split('\r\n');
  expect(rows[0]).toMatch(/Entries.*Footfall.*Capture rate/);
  expect(rows).toHaveLength(5);
  for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).not.toMatch(/^[=@]|^[+-](?!\d)/);
  const png = await take(page, 'Site by site', 'Download picture');
  const seen = await readPicture(page, await readFile(await png.path()));
  expect(seen.width).toBe(2480);
  expect(seen.height).toBeGreaterThan(4 * 69 * 2);
  expect(seen.colors).toBeGreaterThan(20);
});

test('the plan of a map is in its picture', async ({ page }) => {
  await openSignedIn(page);
  await openPage(page, 'On the floor');
  await expect(page.locator('main svg image').first()).toBeVisible();
  const png = await take(page, 'The centre, seen from above', 'Download picture');
  const seen = await readPicture(page, await readFile(await png.path()));
  expect(seen.colors).toBeGreaterThan(20);
  // The plan is drawn beside its list of zones.
  expect(seen.painted).toBeGreaterThan(0.4);
});

test('a number is explained: its meaning, its parts, and an address that opens the explanation', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/counting/1');
  const entries = page.getByRole('region', { name: 'Entries', exact: true });
  await entries.getByRole('button', { name: 'Entries', exact: true }).click();
  const panel = page.getByRole('complementary', { name: /^Entries, Arcades du Lac/ });
  await expect(panel.getByText('North entrance').first()).toBeVisible();
  // Read at one moment, because people may come in between two reads.
  const table = panel.locator('table').first();
  await expect(async () => {
    const [sum, ...amounts] = await table.evaluate((element) =>
      ['tfoot td:last-child', 'tbody tr td:last-child'].flatMap((place) =>
        [...element.querySelectorAll(place)].map(({ textContent }) => Number((textContent ?? '').replace(/\D/g, ''))),
      ),
    );
    expect(amounts.length).toBeGreaterThan(0);
    expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(sum);
  }).toPass({ timeout: 20_000 });
  await expect(panel.getByText(/\d readings/)).toBeVisible();
  expect(await findViolations(page, 'aside[aria-labelledby]')).toEqual([]);
  await expect(page).toHaveURL(/#explain=entries$/);
  await page.reload();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  expect(page.url()).not.toContain('#explain');
  noFaults();
});
