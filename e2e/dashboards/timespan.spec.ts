import { Temporal } from 'temporal-polyfill';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { expect, type Page, test } from '../support/journey.ts';

const written = (page: Page, key: string) => new URL(page.url()).searchParams.get(key);
const applied = (page: Page) => page.getByRole('region', { name: 'Applied' });
const timespan = (page: Page) => page.locator('main').getByRole('button', { name: /^Timespan/ });
const card = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }).first();

/** The site's own day, some calendar days back, because not all days have 24 hours. */
const day = (back: number) => Temporal.Now.plainDateISO('Europe/Zurich').subtract({ days: back }).toString();

/** In the date format of the demo's profiles. */
const inProfile = (date: string) => date.split('-').toReversed().join('/');

test.beforeEach(async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
});

test('D02 presets end with today; a choice applies at once', async ({ page }) => {
  await page.goto('/counting/1');
  for (const [name, preset, back] of [
    ['Last 7 days', 'last7', 6],
    ['Last 14 days', 'last14', 13],
    ['Last 30 days', 'last30', 29],
    ['Last 90 days', 'last90', 89],
  ] as const) {
    await timespan(page).click();
    await page.getByRole('dialog', { name: 'Timespan' }).getByRole('button', { name }).click();
    await expect.poll(() => written(page, 'timespan')).toContain(preset);
    await expect(timespan(page)).toContainText(`${inProfile(day(back))} – ${inProfile(day(0))}`);
  }
});

test('D02 periods of the calendar begin with their first day, and the arrows move by whole ones', async ({ page }) => {
  const today = Temporal.Now.plainDateISO('Europe/Zurich');
  const month = today.with({ day: 1 });
  const before = month.subtract({ months: 1 });
  await page.goto('/counting/1');
  await timespan(page).click();
  await page.getByRole('dialog', { name: 'Timespan' }).getByRole('button', { name: 'This month' }).click();
  await expect.poll(() => written(page, 'timespan')).toContain('thisMonth');
  await expect(timespan(page)).toContainText(inProfile(day(0)));
  await page.locator('main').getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(() => written(page, 'timespan')).toContain('lastMonth');
  const shown = [before, month.subtract({ days: 1 })].map((date) => inProfile(date.toString()));
  await expect(timespan(page)).toContainText(shown.join(' – '));
});

test('D02 a day on which the site stays closed begins with the day before', async ({ page }) => {
  // The centre is open from Monday to Saturday.
  const weekday = (back: number) => new Date(`${day(back)}T12:00:00Z`).getUTCDay();
  const sunday = [1, 2, 3, 4, 5, 6, 7].find((back) => weekday(back) === 0) as number;
  await page.clock.setFixedTime(`${day(sunday + 1)}T12:00:00Z`);
  await page.goto('/counting/1');
  await expect(timespan(page)).toContainText('Today');
  await page.clock.setFixedTime(`${day(sunday)}T12:00:00Z`);
  await page.goto('/counting/1');
  await expect(timespan(page)).toContainText('Yesterday');
  await expect(timespan(page)).toContainText(`Sat ${inProfile(day(sunday + 1))}`);
});

test('D03 custom ranges wait for Apply, must be whole and must not overlap', async ({ page }) => {
  const search = (ranges: string[][]) => `/counting/1?v=1&timespan=${encodeURIComponent(JSON.stringify({ ranges }))}`;
  await page.goto(search([[day(9), day(7)]]));
  await timespan(page).click();
  const panel = page.getByRole('dialog', { name: 'Timespan' });
  const apply = panel.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await panel.getByRole('button', { name: 'Add a range' }).click();
  await expect(apply).toBeEnabled();
  await apply.click();
  await expect(panel.getByRole('alert')).toHaveText('Choose both dates of this range');
  const second = panel.getByRole('group', { name: 'Range 2' });
  await expect(second.getByRole('textbox', { name: 'From' })).toBeFocused();
  const typed = (back: number) => inProfile(day(back));
  await second.getByRole('textbox', { name: 'From' }).fill(typed(8));
  await second.getByRole('textbox', { name: 'To' }).fill(typed(6));
  await expect(panel.getByRole('alert')).toHaveText('This range overlaps another one');
  await second.getByRole('textbox', { name: 'To' }).fill(typed(-9));
  await expect(panel.getByRole('alert')).toContainText('Choose days from');
  await panel.getByRole('button', { name: 'Remove range 2' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(apply).toBeDisabled();
  await panel.getByRole('textbox', { name: 'To' }).fill(typed(8));
  await apply.click();
  await expect(timespan(page)).toContainText(`${typed(9)} – ${typed(8)}`);
});

test('D08 people inside now are hidden for several ranges', async ({ page }) => {
  await page.goto(
    `/counting/2?v=1&timespan=${encodeURIComponent(
      JSON.stringify({
        ranges: [
          [day(9), day(8)],
          [day(3), day(2)],
        ],
      }),
    )}`,
  );
  await expect(timespan(page)).toContainText('2 ranges');
  await expect(card(page, 'Entries')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Inside now', exact: true })).toHaveCount(0);
});

test('arrows shift the days shown, compare is switched off and chosen, and back undoes it', async ({ page }) => {
  // Noon of a day on which the centre is open, as on the day before. A page starts with today only while open, and
  // nothing is compared with a closed day.
  const afterOpenDay = [1, 2, 3].find((ago) => new Date(`${day(ago)}T12:00:00Z`).getUTCDay() >= 2);
  await page.clock.setFixedTime(`${day(afterOpenDay ?? 1)}T12:00:00Z`);
  await page.goto('/counting/1');
  await expect(card(page, 'Entries')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Later' })).toBeDisabled();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(() => written(page, 'timespan')).not.toBeNull();
  const yesterday = written(page, 'timespan');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(() => written(page, 'timespan')).not.toBe(yesterday);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.poll(() => written(page, 'timespan')).toBe(yesterday);
  const compare = page.getByRole('switch', { name: 'Compare' });
  await expect(card(page, 'Entries')).toContainText('vs ');
  await compare.click();
  await expect(card(page, 'Entries')).not.toContainText('vs ');
  await expect(page).toHaveURL(/compare=/);
  await page.goBack();
  await expect(card(page, 'Entries')).toContainText('vs ');
  await expect(page).not.toHaveURL(/compare=/);
});

test('a share link opened in a fresh profile gives the same picture', async ({ page, browser, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/counting/3?v=1&timespan=${encodeURIComponent('{"preset":"yesterday"}')}&gender=female`);
  await expect(card(page, 'Entries')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const fresh = await (await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })).newPage();
  await dismissBanner(fresh);
  await signInByCookie(fresh);
  await fresh.goto(link);
  await expect(applied(fresh)).toContainText('Women');
  await expect(card(fresh, 'Entries')).toContainText(/\d/);
  for (const name of ['Entries', 'Exits'])
    expect(await card(fresh, name).innerText()).toBe(await card(page, name).innerText());
  await fresh.context().close();
});
