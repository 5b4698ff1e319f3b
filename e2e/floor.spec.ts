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
  const room = map.getByRole('button', { name: /^Food court: People inside \d/ });
  await expect(room).toBeVisible();

  // The list says the same as the drawing.
  const people = /People inside (\d[\d,]*)/.exec((await room.getAttribute('aria-label')) ?? '')?.[1] ?? 'none';
  await expect(map.getByRole('listitem').filter({ hasText: 'Food court' })).toContainText(people);

  await map.getByLabel('What the map shows').selectOption('Air');
  await expect(map.getByRole('button', { name: /^Food court: CO2 \d/ })).toBeVisible();
  await expect(map.getByText('Fresh')).toBeVisible();
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
  await expect(card(page, 'How full each part is').getByText('Anchor store')).toBeVisible();
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
  const day = heat.getByLabel('Day');
  const last = await day.inputValue();
  await heat.getByRole('button', { name: 'Previous day' }).click();
  expect(await day.inputValue()).not.toBe(last);
  await expect(image).toHaveAttribute('data-shown', 'true');
  await heat.getByRole('button', { name: 'Previous day' }).press('ArrowRight');
  await expect(day).toHaveValue(last);
  await expect(heat.getByRole('button', { name: 'Next day' })).toBeDisabled();
  const everybody = await image.getAttribute('src');
  await heat.getByLabel('Gender').selectOption({ label: 'Female' });
  await expect(image).not.toHaveAttribute('src', everybody ?? '');
  await expect(card(page, 'Food court by day').getByLabel('Day').locator('option')).toHaveCount(5);
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

for (const colorScheme of ['light', 'dark'] as const)
  for (const name of ['Plan', 'Where people stay'])
    test(`'${name}' is accessible, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await signIn(page);
      await openPage(page, 'On the floor', name);
      await page.waitForLoadState('networkidle');
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });
