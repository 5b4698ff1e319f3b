import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

/** Returns a value of the current address. */
const written = (page: Page, key: string) => new URL(page.url()).searchParams.get(key);
const applied = (page: Page) => page.getByRole('region', { name: 'Applied' });
const control = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Checks that a panel fits into the window and does not widen the page. */
async function expectInWindow(page: Page, name: string): Promise<void> {
  const { x, width } = (await panel(page, name).boundingBox()) ?? { x: -1, width: 0 };
  expect([x >= 0, x + width <= 1440], name).toEqual([true, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
}

/** A counting page of the last seven days, whose timespan can be removed at any hour. */
const week = `/counting/1?v=1&timespan=${encodeURIComponent('{"preset":"last7"}')}`;

test.beforeEach(async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
});

test('D04 a removed timespan is the default again, which cannot be removed', async ({ page }) => {
  await page.goto(week);
  await applied(page).getByRole('button', { name: 'Remove Last 7 days' }).click();
  await expect(applied(page).getByText(/^(Today|Yesterday|\w{3} \d{1,2} \w{3})$/)).toBeVisible();
  await expect(applied(page).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expect(page).not.toHaveURL(/timespan=/);
});

test('D04 an event brings its days, and goes with them', async ({ page }) => {
  await page.goto('/counting/1');
  await control(page, /^More filters/).click();
  await panel(page, 'More filters')
    .getByRole('checkbox', { name: /Christmas market/ })
    .check();
  await expect(page).toHaveURL(/events=/);
  expect(written(page, 'timespan')).toContain('2026-11-20');
  await page.keyboard.press('Escape');
  await expect(applied(page)).toContainText('Christmas market');
  await applied(page)
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(applied(page)).not.toContainText('Christmas market');
  await expect(page).not.toHaveURL(/events=|timespan=/);
});

test('D05 days are kept or left out, never both, and never all', async ({ page }) => {
  await page.goto(week);
  await control(page, /^Day/).click();
  const days = panel(page, 'Day');
  for (const day of ['Saturday', 'Monday']) await days.getByRole('checkbox', { name: day }).check();
  await expect(applied(page)).toContainText('Mon');
  await expect.poll(() => written(page, 'day')).toBe('{"is":[1,6]}');
  await days.getByRole('radio', { name: 'is not' }).check();
  await expect.poll(() => written(page, 'day')).toBe('{"isNot":[1,6]}');
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await days.getByRole('checkbox', { name: day }).check();
  await expect(days.getByRole('checkbox', { name: 'Sunday' })).toBeDisabled();
});

test('D06 one choice per category; the engagement filter excludes sensors without it; all are cleared at once', async ({
  page,
}) => {
  await page.goto(week);
  await control(page, /^More filters/).click();
  const use = panel(page, 'More filters').getByRole('region', { name: 'Use' });
  await expect(use).toBeVisible();
  await expectInWindow(page, 'More filters');
  await expect(panel(page, 'More filters').getByRole('region', { name: 'Topology' })).toHaveCount(0);
  await use.getByRole('button', { name: 'Food' }).click();
  await use.getByRole('button', { name: 'Retail' }).click();
  await page.keyboard.press('Escape');
  await expect(applied(page)).toContainText('Retail');
  await expect(applied(page)).not.toContainText('Food');
  await page
    .getByRole('navigation', { name: 'Pages and sites' })
    .getByRole('link', { name: /^Galleria/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Galleria Lugano' })).toBeVisible();
  await control(page, /^More filters/).click();
  const more = panel(page, 'More filters');
  await more.getByRole('region', { name: 'Use' }).getByRole('button', { name: 'Leisure' }).click();
  await more.getByRole('region', { name: 'Engagement' }).getByRole('button', { name: 'Engaged', exact: true }).click();
  await page.keyboard.press('Escape');
  for (const chip of ['Leisure', 'Engaged']) await expect(applied(page)).toContainText(chip);
  await expect(page.getByRole('heading', { name: 'Entries', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Capture rate', exact: true })).toHaveCount(0);
  await applied(page).getByRole('button', { name: 'Reset' }).click();
  await expect(applied(page).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('D03 D06 selected hours carry over to another tab at once, reset on another site, and come back', async ({
  page,
}) => {
  await page.goto(week);
  await control(page, /^More filters/).click();
  await panel(page, 'More filters')
    .getByRole('region', { name: 'Hours' })
    .getByRole('button', { name: /Morning/ })
    .click();
  await page.keyboard.press('Escape');
  await expect(applied(page)).toContainText('Morning');
  // Clicks before the selection has reached the address.
  await page.getByRole('navigation', { name: 'Pages of this site' }).getByRole('link', { name: 'Flow' }).click();
  await expect(page).toHaveURL(/\/flow\?.*hours=morning/);
  await expect(applied(page)).toContainText('Morning');
  await page
    .getByRole('navigation', { name: 'Pages and sites' })
    .getByRole('link', { name: /^Bahnhof/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bahnhof Passage' })).toBeVisible();
  await expect(applied(page)).not.toContainText('Morning');
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(applied(page)).toContainText('Morning');
});

test('D07 a hostile address is a page with its defaults', async ({ page }) => {
  const noFaults = watchFaults(page);
  await page.goto(
    '/counting/1?timespan=%7B%22&day=%7B%22is%22%3A%5B99%5D%7D&gender=robot&category=x&events=%5B-1%5D&zone=%3Cscript%3E',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Arcades du Lac' })).toBeVisible();
  await expect(applied(page).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  noFaults();
});

test('D07 a shared address shows the same filters to another user; back undoes the last one', async ({
  page,
  browser,
}) => {
  await page.goto(week);
  await control(page, /^Day/).click();
  await panel(page, 'Day').getByRole('checkbox', { name: 'Saturday' }).check();
  await expect(page).toHaveURL(/day=/);
  // Matches the exact label, because silent sensors are listed there too, with their days.
  const chosenDay = (of: Page) => applied(of).getByText('Day', { exact: true });
  await expect(chosenDay(page)).toBeVisible();
  const chips = await applied(page).innerText();
  const other = await (await browser.newContext({ locale: 'en' })).newPage();
  await dismissBanner(other);
  await signInByCookie(other);
  await other.goto(page.url());
  await expect(chosenDay(other)).toBeVisible();
  expect((await applied(other).innerText()).split('\n').slice(0, 4)).toEqual(chips.split('\n').slice(0, 4));
  await page.goBack();
  await expect(page).not.toHaveURL(/day=/);
  await expect(chosenDay(page)).toHaveCount(0);
  await page.goForward();
  await expect(chosenDay(page)).toBeVisible();
});

test('D01 a link may omit the time, or set everything; applied filters can be folded', async ({ page }) => {
  await page.goto(`${week}&gender=female&editable=time`);
  await expect(applied(page)).toContainText('Women');
  await expect(control(page, /^Gender/)).toHaveCount(0);
  await expect(applied(page).getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await page.goto(`${week}&gender=female&editable=no`);
  await expect(applied(page)).toContainText('Women');
  await expect(applied(page).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expect(control(page, 'Earlier')).toHaveCount(0);
  await applied(page).getByRole('button', { name: 'Applied' }).click();
  await expect(applied(page)).not.toContainText('Women');
});
