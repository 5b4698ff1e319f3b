import { openSignedIn } from '../support/account.ts';
import { openPage } from '../support/dashboards.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Locator, type Page, test } from '../support/journey.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('G13 a map names its rooms, is coloured by the selected metric, and is navigable by keyboard', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page);
  await openPage(page, 'On the floor');
  const map = card(page, 'The centre, seen from above');
  // While the site is closed people inside are unknown, and the map is coloured by the next known metric; air is
  // measured around the clock.
  await expect(map.getByRole('button', { name: /^Food court: (People inside|Occupancy) [\d–]/ })).toBeVisible();
  await map.getByLabel('What the map shows').selectOption('Visitors');
  await expect(map.getByLabel(/^South entrance: /)).toBeVisible();
  await map.getByLabel('What the map shows').selectOption('Air');
  const room = map.getByRole('button', { name: /^Food court: CO₂ \d/ });
  await expect(room).toBeVisible();
  await expect(map.getByText('Fresh')).toBeVisible();

  // The list shows the same as the drawing.
  const air = /CO₂ (\d[\d,]*)/.exec((await room.getAttribute('aria-label')) ?? '')?.[1] ?? 'none';
  const line = map.getByRole('listitem').filter({ hasText: 'Food court' });
  await expect(line).toContainText(air);

  // Focus shows the tooltip, Escape hides it, Enter opens the explanation.
  await room.focus();
  await expect(map.locator('[data-place]')).toContainText('Food court');
  await page.keyboard.press('Escape');
  await expect(map.locator('[data-place]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'CO₂, Food court' });
  await expect(panel.getByRole('heading', { name: 'Where it comes from' })).toBeVisible();
  await expect(page).toHaveURL(/#explain=/);
  await page.keyboard.press('Escape');

  // A click on the name beside the drawing filters the whole page by that place.
  await map.getByRole('listitem').getByRole('button', { name: 'Ground floor', exact: true }).click();
  await expect(page).toHaveURL(/zone=/);
  await expect(map.getByRole('button', { name: /^Food court: / }).first()).toBeVisible();
  const full = card(page, 'How full each part is');
  await expect(full.getByText('Anchor store').or(full.getByText('Closed'))).toBeVisible();
  await expect(full.getByText('Food court')).toHaveCount(0);

  // On a phone the drawing has the full width, with the list below, and the card does not scroll.
  await page.setViewportSize({ width: 400, height: 860 });
  const list = map.getByRole('list', { name: 'Places of the map' });
  await expect.poll(() => widthOf(map.locator('svg[role="group"]'))).toBeGreaterThan(330);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  for (const choice of await map.getByRole('combobox').all()) expect(await heightOf(choice)).toBeGreaterThanOrEqual(44);
  noFaults();
});

const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
const heightOf = async (place: Locator) => (await place.boundingBox())?.height ?? 0;

test('G12 a heatmap shows the images the server made of positions, a day and a gender each', async ({ page }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page);
  await openPage(page, 'On the floor', 'Where people stay');
  const heat = card(page, 'Ground floor by day');
  const image = heat.getByRole('img', { name: /Where people spent their time in Ground floor/ });
  await expect(image).toHaveAttribute('data-shown', 'true');
  // The latest two consecutive days on which the site was open: on Sundays it is empty.
  const day = heat.getByRole('combobox', { name: 'Day', exact: true });
  const days = await day.locator('option').evaluateAll((options) => options.map((each) => each.getAttribute('value')));
  const from = days.findLastIndex((date, place) => place > 0 && place < 6 && new Date(date ?? '').getUTCDay() > 1);
  const [before = '', chosen = ''] = [days[from - 1] ?? '', days[from] ?? ''];
  await day.selectOption(chosen);
  const seen = new Map<string, string>();
  const look = async (what: string, address: string) => {
    await expect(image).toHaveAttribute('src', new RegExp(address));
    await expect(image).toHaveAttribute('data-shown', 'true');
    seen.set(what, await warmthOf(image));
  };
  await look('everybody', `${chosen.replaceAll('-', '_')}_all_light_`);
  for (const [gender, key] of [
    ['Women', 'female'],
    ['Men', 'male'],
  ] as const) {
    await heat.getByLabel('Gender').selectOption({ label: gender });
    await look(gender, `_${key}_light_`);
  }
  await heat.getByLabel('Gender').selectOption({ label: 'All' });
  await heat.getByRole('button', { name: 'Previous day' }).click();
  await expect(day).toHaveValue(before);
  await look('the day before', `${before.replaceAll('-', '_')}_all_light_`);
  // Four different pictures, none of them empty.
  expect(new Set(seen.values()).size).toBe(4);
  expect([...seen.values()].every((warmth) => Number(warmth.split(' ')[0]) > 100)).toBe(true);

  // On a phone: full-width picture, legend, and thumb-sized arrows.
  await page.setViewportSize({ width: 400, height: 860 });
  await expect.poll(() => widthOf(image)).toBeGreaterThan(330);
  await expect(heat.getByText('many')).toBeVisible();
  for (const name of ['Previous day', 'Next day']) {
    const box = await heat.getByRole('button', { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  expect(await heightOf(day)).toBeGreaterThanOrEqual(44);
  noFaults();
});

/** Returns the coloured share of an image, and a checksum of its content. */
const warmthOf = (image: Locator): Promise<string> =>
  image.evaluate((element) => {
    const { naturalWidth: width, naturalHeight: height } = element as HTMLImageElement;
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    if (pen === null) throw new Error('There is nothing to draw on');
    pen.drawImage(element as HTMLImageElement, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    let [coloured, sum] = [0, 0];
    for (let at = 3; at < data.length; at += 4) {
      if ((data[at] ?? 0) > 0) coloured++;
      sum = (sum * 31 + (data[at] ?? 0)) % 1_000_000_007;
    }
    return `${coloured} ${sum}`;
  });

test('G14 the weather has today and five days, and says that it is invented', async ({ page }) => {
  await openSignedIn(page);
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
  await openSignedIn(page);
  await openPage(page, 'On the floor');
  const weather = card(page, 'Weather at the lake');
  await expect(weather).toContainText('No weather to show');
  await expect(weather.getByRole('alert')).toHaveCount(0);
});

test('G11 the alert log shows the greatest value first, three lines in sight', async ({ page }) => {
  await openSignedIn(page);
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
