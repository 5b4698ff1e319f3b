import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/account.ts';
import { openPage } from './support/dashboards.ts';
import { watchFaults } from './support/faults.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('G13 a map names its rooms, is coloured by what is chosen, and is walked by keyboard', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signIn(page);
  await openPage(page, 'On the floor');
  const map = card(page, 'The centre, seen from above');
  // While the house is closed nobody says how many are inside; the air is measured at all hours.
  await expect(map.getByRole('button', { name: /^Food court: People inside [\d–]/ })).toBeVisible();
  await map.getByLabel('What the map shows').selectOption('Air');
  const room = map.getByRole('button', { name: /^Food court: CO2 \d/ });
  await expect(room).toBeVisible();
  await expect(map.getByText('Fresh')).toBeVisible();

  // The list says the same as the drawing.
  const air = /CO2 (\d[\d,]*)/.exec((await room.getAttribute('aria-label')) ?? '')?.[1] ?? 'none';
  await expect(map.getByRole('listitem').filter({ hasText: 'Food court' })).toContainText(air);

  await map.getByLabel('What the map shows').selectOption('Visitors');
  await expect(map.getByRole('img', { name: /^South entrance: / })).toBeVisible();

  // Focus shows the tooltip, Escape takes it away, Enter chooses the zone for the whole page.
  const ground = map.getByRole('button', { name: /^Ground floor: / }).first();
  await ground.focus();
  await expect(map.locator('[data-place]')).toContainText('Ground floor');
  await page.keyboard.press('Escape');
  await expect(map.locator('[data-place]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/zone=/);
  await expect(map.getByRole('button', { name: /^Food court: / }).first()).toBeVisible();
  const full = card(page, 'How full each part is');
  await expect(full.getByText('Anchor store').or(full.getByText('Closed'))).toBeVisible();
  await expect(full.getByText('Food court')).toHaveCount(0);
  noFaults();
});

test('G14 the weather has today and five days, and says that it is invented', async ({ page }) => {
  await signIn(page);
  await openPage(page, 'On the floor');
  const weather = card(page, 'Weather at the lake');
  await expect(weather.getByRole('listitem')).toHaveCount(6);
  await expect(weather.getByRole('listitem').first()).toContainText('Today');
  await expect(weather).toContainText('invented for the demo');
});

test('G14 without a weather service the card is quiet, not broken', async ({ page }) => {
  await page.route('**/v2/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('WidgetWeather')) return route.fallback();
    return route.fulfill({ json: { data: { weather: null } } });
  });
  await signIn(page);
  await openPage(page, 'On the floor');
  const weather = card(page, 'Weather at the lake');
  await expect(weather).toContainText('No weather to show');
  await expect(weather.getByRole('alert')).toHaveCount(0);
});

test('G11 the alert log shows the greatest value first, three lines in sight', async ({ page }) => {
  await signIn(page);
  await openPage(page, 'On the floor');
  await page.getByRole('button', { name: 'Earlier' }).click();
  const log = card(page, 'Alerts of the day');
  const lines = log.getByRole('row');
  await expect(lines.first().or(log.getByText('No alerts'))).toBeVisible();
  await page.goto(`${page.url().split('?')[0]}?v=1&timespan=${encodeURIComponent('{"preset":"last30"}')}`);
  await expect(lines.nth(3)).toBeVisible();
  const values = await lines.locator('td:nth-of-type(1)').allTextContents();
  const numbers = values.map((text) => Number(text.replace(/[^\d]/g, '')));
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  const box = await log
    .locator('section, div')
    .filter({ has: page.getByRole('table') })
    .last()
    .boundingBox();
  expect(box?.height).toBeLessThanOrEqual(32 + 3 * 69 + 1);
});

test('G12 a heatmap turns over days, by arrows, keys and list, and narrows to a gender', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signIn(page);
  await openPage(page, 'On the floor', 'Where people stay');
  const heat = card(page, 'Ground floor by day');
  const image = heat.getByRole('img', { name: /Where people spent their time in Ground floor/ });
  await expect(image).toHaveAttribute('data-shown', 'true');
  const dayOf = (name: string) => card(page, name).getByRole('combobox', { name: 'Day', exact: true });
  const day = dayOf('Ground floor by day');
  // From one day to the one before, over no Sunday: then the house is closed and nobody is seen.
  const days = await day.locator('option').evaluateAll((options) => options.map((each) => each.getAttribute('value')));
  const from = days.findIndex((date, place) => place > 0 && place < 6 && new Date(date ?? '').getUTCDay() > 1);
  await day.selectOption({ index: from });
  await expect(image).toHaveAttribute('data-shown', 'true');
  await heat.getByRole('button', { name: 'Previous day' }).click();
  await expect(day).toHaveValue(days[from - 1] ?? 'none');
  await expect(image).toHaveAttribute('data-shown', 'true');
  await heat.getByRole('button', { name: 'Previous day' }).press('ArrowRight');
  await expect(day).toHaveValue(days[from] ?? 'none');
  const everybody = await image.getAttribute('src');
  for (const gender of ['Female', 'Male']) {
    await heat.getByLabel('Gender').selectOption({ label: gender });
    await expect(image).toHaveAttribute('src', new RegExp(`_${gender.toLowerCase()}_light_`));
    await expect(image).toHaveAttribute('data-shown', 'true');
  }
  expect(everybody).toMatch(/\/\d+\/\d{4}_\d{2}_\d{2}_all_light_/);
  await day.selectOption({ index: 6 });
  await expect(heat.getByRole('button', { name: 'Next day' })).toBeDisabled();
  await expect(dayOf('Food court by day').locator('option')).toHaveCount(5);
  noFaults();
});

test('G12 an image that does not come is asked for again, then said to be missing', async ({ page }) => {
  let asked = 0;
  await page.route('**/files/**/*', async (route) => {
    if (!/heat/.test(route.request().url())) return route.fallback();
    asked++;
    return route.fulfill({ status: 404 });
  });
  await signIn(page);
  await openPage(page, 'On the floor', 'Where people stay');
  const heat = card(page, 'Ground floor by day');
  await expect(heat.getByRole('alert')).toContainText('The heatmap cannot be displayed for the selected day');
  expect(asked).toBeGreaterThanOrEqual(3);
  await page.unrouteAll();
  await heat.getByRole('button', { name: 'Try again' }).click();
  await expect(heat.getByRole('img', { name: /Ground floor/ })).toHaveAttribute('data-shown', 'true');
});

const looks: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'in light': (page) => page.emulateMedia({ colorScheme: 'light' }),
  'in dark': (page) => page.emulateMedia({ colorScheme: 'dark' }),
  'in Arabic': (page) => page.evaluate(() => localStorage.setItem('atrium.language', 'ar')),
  'on a phone': (page) => page.setViewportSize({ width: 400, height: 800 }),
};
for (const [look, dress] of Object.entries(looks))
  test(`the floor pages are accessible ${look}, and no wider than their screen`, async ({ page }) => {
    await signIn(page);
    for (const [name, widgets] of [
      ['Plan', 4],
      ['Where people stay', 2],
    ] as const) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.evaluate(() => localStorage.removeItem('atrium.language'));
      await page.goto('/analytics/sites');
      await openPage(page, 'On the floor', name);
      await dress(page);
      await page.reload();
      await expect(page.getByRole('main').getByRole('region')).toHaveCount(widgets);
      await expect(page.getByRole('main').locator('[role=status]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });
