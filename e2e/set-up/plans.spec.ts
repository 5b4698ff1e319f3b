import { findViolations } from '../support/accessible.ts';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { openPage } from '../support/dashboards.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

/** A drawing that would run scripts, send requests and navigate if allowed. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" onload="window.ran = true">
  <script>window.ran = true</script>
  <image href="https://elsewhere.example/seen.png" width="9" height="9"/>
  <rect width="800" height="500" fill="#fff"/><rect x="40" y="40" width="720" height="420" fill="none" stroke="#667085" stroke-width="8"/>
</svg>`;

const canvas = (page: Page) => page.locator('svg[data-tool]');

/** A new length of the scale line changes all measures, so saving asks first. */
async function rescale(page: Page, measured: string) {
  await page.getByRole('button', { name: 'Scale 20.0 m' }).focus();
  await page.getByLabel('Length of the line').fill('30');
  await page.getByRole('button', { name: 'Save plan' }).click();
  const question = page.getByRole('dialog', { name: 'Change the scale?' });
  await expect(question).toContainText('1.50 times its length and 2.25 times its area');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save plan' }).click();
  await question.getByRole('button', { name: 'Change and save' }).click();
  await expect(page.getByText('The plan is saved')).toBeVisible();
  await expect(page.getByRole('button', { name: measured })).toBeVisible();
}

test('P01 a plan is added, scaled, drawn by keyboard, saved, and on the pages at once', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/settings/sites');
  await page.getByRole('link', { name: /^Galleria Lugano/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Plan of /);
  await expect(page.getByText('No plan of this place yet')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  // An SVG is rasterized before the upload; a text file is rejected.
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This is no picture')).toBeVisible();
  await file.setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await expect(canvas(page).locator('image')).toBeVisible();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  // Sets the scale: two points, and their distance.
  await page.keyboard.press('m');
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByLabel('Length of the line').fill('20');
  await expect(page.getByRole('button', { name: 'Scale 20.0 m' })).toBeVisible();

  // Draws a zone of the tray as a box by keyboard: 20 m by 10 m from the middle.
  const zone = page
    .getByRole('listitem')
    .getByRole('button', { name: /^Draw / })
    .first();
  const name = ((await zone.getAttribute('aria-label')) ?? '').replace('Draw ', '');
  await zone.focus();
  await page.keyboard.press('Enter');
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 20; step++) await page.keyboard.press('Shift+ArrowLeft');
  for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  const shape = page.getByRole('button', { name: `Zone, ${name}, 200 m²` });
  await expect(shape).toBeFocused();

  // Edits its points: moves one, adds and removes one; everything can be undone.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Point 1 of 4' })).toBeFocused();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Point 2 of 5' })).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await expect(shape).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(shape).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(shape).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByText('The plan is saved')).toBeVisible();
  await page.reload();
  await expect(shape).toBeVisible();
  await expect(canvas(page).locator('image')).toHaveAttribute('href', /^\/files\//);

  await rescale(page, `Zone, ${name}, 450 m²`);
  noFaults();
});

test('P01 a self-intersecting area is not saved, and saved areas are on the map view at once', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/settings/sites');
  await page.getByRole('link', { name: /^Arcades du Lac/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Plan', exact: true }).click();
  const room = page.getByRole('button', { name: /^Zone, Food court/ });
  await room.focus();
  await page.getByLabel('x of point 1').fill('960');
  await page.getByLabel('y of point 1').fill('100');
  await expect(page.getByRole('alert')).toContainText('crosses itself');
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByText('Mend it, then save.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('alert')).toHaveCount(0);

  // A drawn door appears on the page that shows the map, with the other doors.
  await page.getByRole('button', { name: 'Draw North entrance', exact: true }).click();
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Door, North entrance' })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The plan is saved')).toBeVisible();
  await page.goto('/help');
  await openPage(page, 'On the floor');
  const map = page.getByRole('region', { name: 'The centre, seen from above', exact: true });
  await map.getByLabel('What the map shows').selectOption('Visitors');
  // A horizontal line has no height, so Playwright treats it as invisible; checks the list instead.
  await expect(map.getByLabel(/^North entrance: /)).toBeAttached();
  await expect(map.getByRole('listitem').filter({ hasText: 'North entrance' })).toBeVisible();
  noFaults();
});
