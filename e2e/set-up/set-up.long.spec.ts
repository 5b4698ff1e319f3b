import { readFileSync } from 'node:fs';
import { buildSample } from '@atrium/domain/setup/devices/samples';
import { findViolations } from '../support/accessible.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { expect, type Locator, type Page, test } from '../support/journey.ts';
import { becomeAdministrator } from './first-administrator.ts';

/** How the user operates the product: keyboard only, or touch. Counts the actions. */
interface Hand {
  readonly taken: () => number;
  press(target: Locator): Promise<void>;
  fill(target: Locator, value: string): Promise<void>;
  save(page: Page): Promise<void>;
  /** Returns to the guide through the product's own links. */
  openGuide(page: Page): Promise<void>;
}

function keyboard(page: Page): Hand {
  let presses = 0;
  const key = async (name: string) => {
    presses += 1;
    await page.keyboard.press(name);
  };
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let tries = 0; tries < 80; tries++) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await key('Tab');
    }
    await expect(target).toBeFocused();
  };
  return {
    taken: () => presses,
    async press(target) {
      await reach(target);
      await key((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
    },
    async fill(target, value) {
      await reach(target);
      await key('ControlOrMeta+A');
      presses += value.length;
      await page.keyboard.type(value);
    },
    save: () => key('ControlOrMeta+S'),
    async openGuide(page) {
      // The address changes before the dialog that led here is gone, and a dialog takes all keys.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await key('ControlOrMeta+K');
      await expect(page.locator('[role=combobox]')).toBeFocused();
      presses += 'First steps'.length;
      await page.keyboard.type('First steps');
      await key('Enter');
      await expect(page).toHaveURL(/\/first-steps$/);
    },
  };
}

function finger(): Hand {
  let taps = 0;
  return {
    taken: () => taps,
    async press(target) {
      taps += 1;
      await target.click();
    },
    async fill(target, value) {
      taps += 1;
      await target.fill(value);
    },
    async save(page) {
      taps += 1;
      await button(page, /^Save/).click();
    },
    async openGuide(page) {
      taps += 2;
      const menu = button(page, 'Open the menu');
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('link', { name: /^First steps/ }).click();
      await expect(page).toHaveURL(/\/first-steps$/);
    },
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const steps = (page: Page) => page.getByRole('navigation', { name: 'First steps' });
const current = (page: Page) => steps(page).locator('[aria-current=step]');

/** Saves the editor's changes and returns to the guide. */
async function saveAndReturn(page: Page, hand: Hand): Promise<void> {
  await hand.save(page);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: /^Save/ }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await hand.openGuide(page);
}

/** Creates a site with hours and a door by following the guide. */
async function setUpSite(page: Page, hand: Hand): Promise<void> {
  await expect(current(page)).toContainText('Add a site');
  await hand.press(page.getByRole('link', { name: 'Go on' }));
  await hand.fill(field(page, 'Name'), 'Old Town Bakery');
  await hand.fill(field(page, 'City'), 'Zürich');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Zurich');
  await hand.press(button(page, 'Make the site'));
  await expect(page).toHaveURL(/\/settings\/sites\/\d+$/);
  await hand.openGuide(page);
  await expect(current(page)).toContainText('Opening hours');
  await hand.press(page.getByRole('link', { name: 'Go on' }));
  await hand.press(page.getByRole('checkbox', { name: 'Open day and night' }));
  await saveAndReturn(page, hand);
  await expect(current(page)).toContainText('Doors');
  await hand.press(page.getByRole('link', { name: 'Go on' }));
  await hand.press(button(page, 'Door'));
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await hand.press(close);
  await saveAndReturn(page, hand);
  await expect(current(page)).toContainText('Connect a sensor');
}

/** A counter gets its key and sends; once assigned to its door, its number appears. */
async function connectSensor(page: Page, hand: Hand, { origin }: EmptyInstallation): Promise<void> {
  await hand.press(button(page, 'Address and key'));
  await hand.press(button(page, 'Make a key for devices'));
  const key = (await page.getByRole('dialog').getByRole('status').locator('code').textContent()) ?? '';
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
  const at = Math.floor(Date.now() / 900_000) * 900_000 - 900_000;
  const told = { device: 'camera-1', name: 'Door 1', at, interval: 900, entered: 23, left: 9, passed: 50 };
  const body = buildSample('hikvision', { ...told, enteredInAll: 23, leftInAll: 9, sequence: 1 }).text;
  const headers = { authorization: `Bearer ${key}` };
  const sent = await fetch(`${origin}/ingest/v1/devices`, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
  await expect(page.getByText('Say which door it watches')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await hand.press(button(page, 'Place here').first());
  await expect(steps(page)).toHaveText(/Door 1/);
  await expect(page.getByRole('region', { name: 'See your own number' })).toContainText('23');
  await expect(current(page)).toHaveCount(0);
}

for (const [how, viewport] of [
  ['by keyboard alone', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`from an empty data folder to the first own number, ${how}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(viewport);
    const installation = await startEmpty();
    const hand = viewport.width < 500 ? finger() : keyboard(page);
    const begun = Date.now();
    await becomeAdministrator(page, hand, installation.invitation);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await setUpSite(page, hand);
    await connectSensor(page, hand, installation);
    const minutes = Math.round((Date.now() - begun) / 6000) / 10;
    test.info().annotations.push({ type: 'way', description: `${hand.taken()} presses, ${minutes} min by a machine` });
    // People need longer per action: at three seconds each it stays below ten minutes.
    if (viewport.width < 500) expect(hand.taken() * 3).toBeLessThan(600);
    await installation.stop();
  });

test('a site made on screen is the same after its file was applied to an empty installation', async ({ page }) => {
  test.setTimeout(300_000);
  const download = async () => {
    await page.goto(new URL('/settings/sites', page.url()).href);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Site file').click()]);
    return readFileSync(await file.path(), 'utf8');
  };
  const first = await startEmpty();
  await becomeAdministrator(page, finger(), first.invitation);
  await setUpSite(page, finger());
  const made = await download();
  expect(made).toContain('Zürich');
  await first.stop();
  await page.context().clearCookies();

  const second = await startEmpty();
  await becomeAdministrator(page, finger(), second.invitation);
  await page.goto(new URL('/settings/sites', second.origin).href);
  const buffer = Buffer.from(made);
  await page.locator('input[type=file]').setInputFiles({ name: 'sites.yaml', mimeType: 'application/yaml', buffer });
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('link', { name: /Old Town Bakery/ })).toBeVisible();
  expect(await download()).toBe(made);
  await second.stop();
});
