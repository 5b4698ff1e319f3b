import { findViolations } from '../support/accessible.ts';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Locator, type Page, test } from '../support/journey.ts';

const headline = (page: Page) => page.locator('[data-headline]');
const pages = [
  '/counting/1',
  '/counting/1/flow',
  '/counting/1/sensors',
  '/atmosphere/1',
  '/atmosphere/1/rooms',
  '/energy/1',
  '/energy/1/uses',
];
const lists = ['/counting', '/atmosphere', '/energy'];

test.beforeEach(({ page }) => dismissBanner(page));

/** Waits until nothing on the page is loading. */
async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [role=status][aria-label]')).toHaveCount(0);
  await expect(page.locator('main').getByText(/\d/).first()).toBeVisible();
}

test('C01 F01 each section lists its sites and opens their pages, whose tabs are routes', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  for (const list of lists) {
    await settled(page, list);
    const links = page
      .locator('main')
      .getByRole('link', { name: /^(Arcades|Bahnhof|Boutique|Bryant|Bureaux|Dubai|Galleria|Regent|Shinjuku)/ });
    await expect(links).toHaveCount(9);
    const names = await links.allInnerTexts();
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
    await links.first().click();
    await expect(page).toHaveURL(new RegExp(`${list}/1$`));
    const tabs = page.getByRole('navigation', { name: 'Pages of this site' });
    await tabs.getByRole('link').nth(1).click();
    await expect(page).toHaveURL(new RegExp(`${list}/1/\\w+$`));
    await expect(tabs.getByRole('link').nth(1)).toHaveAttribute('data-current', 'true');
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${list}/1$`));
  }
  noFaults();
});

test('filters carry over between tabs and sections', async ({ page }) => {
  await signInByCookie(page);
  await settled(page, `/counting/1?v=1&timespan=${encodeURIComponent('{"preset":"last7"}')}`);
  const tabs = page.getByRole('navigation', { name: 'Pages of this site' });
  for (const [name, path] of [
    ['Flow', '/counting/1/flow'],
    ['Energy', '/energy/1'],
    ['Air quality', '/atmosphere/1'],
  ] as const) {
    await tabs.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?.*last7`));
    await expect(page.getByRole('region', { name: 'Applied' })).toContainText('Last 7 days');
  }
});

test('the headline agrees with the figures below it', async ({ page }) => {
  await signInByCookie(page);
  // Past days, because entries that arrive meanwhile would change one figure before the other.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const over = `v=1&timespan=${encodeURIComponent(JSON.stringify({ ranges: [[daysAgo(32), daysAgo(2)]] }))}`;
  await settled(page, `/counting/1?${over}`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Entries', exact: true }) });
  const entries = (await card.locator('bdi').first().textContent()) ?? '';
  expect(entries).toMatch(/\d/);
  await expect(headline(page)).toContainText(`${entries} people`);
  await explains(page, 'Entries, Arcades du Lac', headline(page).getByRole('button', { name: entries, exact: true }));
  const zone = page.getByRole('row', { name: /^Ground floor/ });
  // The column of people inside exists only while the site is open.
  const crossings = zone.getByRole('cell').filter({ hasText: 'crossings' });
  await explains(page, 'Entries, Ground floor', crossings.getByRole('button'));
  await settled(page, `/energy/1?${over}`);
  const power = page
    .locator('section', { has: page.getByRole('heading', { name: 'Electricity used', exact: true }) })
    .first();
  // The card shows a meter's decimals, the sentence rounds thousands.
  const used = Number((await power.locator('bdi').first().textContent())?.replaceAll(',', ''));
  expect(used).toBeGreaterThan(1000);
  await expect(headline(page)).toContainText(`${Math.round(used).toLocaleString('en')} kWh`);
});

/** Checks that keyboard and click open the same explanation beside the page, and that it closes again. */
async function explains(page: Page, name: string, number: Locator): Promise<void> {
  const [written] = (await number.innerText()).match(/[\d,.]*\d/) ?? [];
  await number.press('Enter');
  const panel = page.getByRole('complementary', { name });
  await expect(panel.locator('bdi').first()).toContainText(written ?? 'a number');
  await panel.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(number).toBeFocused();
}

/** Other tests check the sentences of each language. This one checks that they appear, in a right-to-left language. */
test('the headlines appear in Arabic too, without placeholders', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('atrium.language', 'ar'));
  await signInByCookie(page);
  for (const [path, words] of [
    [`/counting/1?v=1&timespan=${encodeURIComponent('{"preset":"last7"}')}`, /الإقبال|مغلق|لم يدخل/],
    ['/atmosphere/1', /الهواء/],
    ['/energy/1', /kWh/],
  ] as const) {
    await settled(page, path);
    await expect(headline(page)).toContainText(words);
    await expect(headline(page)).not.toContainText(/[{}]|headline\.|undefined|NaN/);
  }
});

for (const [look, language, colorScheme, width] of [
  ['light', 'en', 'light', 1440],
  ['dark, right to left', 'ar', 'dark', 1440],
  ['400 px', 'en', 'light', 400],
] as const)
  test(`the sections' pages are accessible, ${look}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.addInitScript((chosen) => localStorage.setItem('atrium.language', chosen), language);
    await signInByCookie(page);
    for (const path of ['/analytics/sites', ...lists, ...pages]) {
      await settled(page, path);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
      expect([path, await findViolations(page)]).toEqual([path, []]);
    }
  });
