import { readFileSync } from 'node:fs';
import { buildSample } from '@atrium/domain/setup/devices/samples';
import { findViolations } from '../support/accessible.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { watchFaults } from '../support/faults.ts';
import { type Browser, expect, type Locator, type Page, test } from '../support/journey.ts';
import { becomeAdministrator, plainFilling } from './first-administrator.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const current = (page: Page) => page.getByRole('navigation', { name: 'First steps' }).locator('[aria-current=step]');
const mailNotice = (page: Page) => page.getByRole('note').filter({ hasText: 'SMTP_URL' });

async function openGuide(page: Page): Promise<void> {
  const menu = button(page, 'Open the menu');
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: /^First steps/ }).click();
  await expect(page).toHaveURL(/\/first-steps$/);
}

/** Returns a time zone in which it is about noon, so that the test does not cross midnight. */
function zoneAtNoon(): string {
  const zones = [
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Dubai',
    'Europe/Zurich',
    'America/New_York',
    'Pacific/Honolulu',
  ];
  const hour = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(Date.now()));
  const fromNoon = (zone: string) => Math.abs(hour(zone) - 12);
  return zones.reduce((best, zone) => (fromNoon(zone) < fromNoon(best) ? zone : best));
}

/** Creates a site with a door by following the guide; the default hours are correct. */
async function setUpSite(page: Page): Promise<void> {
  await expect(current(page)).toContainText('Add a site');
  await page.getByRole('link', { name: 'Go on' }).click();
  await field(page, 'Name').fill('Old Town Bakery');
  await field(page, 'City').fill('Zürich');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Zurich');
  const zone = zoneAtNoon().replaceAll('_', ' ');
  await page.getByLabel('Time zone').fill(zone);
  await page.getByRole('option', { name: zone }).first().click();
  await button(page, 'Make the site').click();
  await expect(page).toHaveURL(/\/settings\/sites\/\d+$/);
  await openGuide(page);
  await expect(current(page)).toContainText('Opening hours');
  await expect(page.getByText('The site counts as open day and night so far.')).toBeVisible();
  await page.getByRole('link', { name: 'Leave it open day and night' }).click();
  await button(page, 'Door').click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click();
  await expect(page.getByText('This change moves past numbers')).toHaveCount(0);
  await button(page, /^Save/).click();
  await expect(page.getByRole('dialog')).not.toContainText('numbers so far change');
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openGuide(page);
  await expect(current(page)).toContainText('Connect a sensor');
}

/** Begin of the last complete quarter hour. */
const lastQuarter = () => Math.floor(Date.now() / 900_000) * 900_000 - 900_000;

async function post(url: string, key: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = await fetch(url, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
  return sent.text();
}

/** Gets the first number from a counter with a maker's format. Returns the key. */
async function connectSensor(page: Page, { origin }: EmptyInstallation): Promise<string> {
  await button(page, 'Address and key').click();
  await button(page, 'Make a key for devices').click();
  const key = (await page.getByRole('dialog').getByRole('status').locator('code').textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const told = {
    device: 'camera-1',
    name: 'Door 1',
    at: lastQuarter(),
    interval: 900,
    entered: 23,
    left: 9,
    passed: 50,
  };
  const body = buildSample('hikvision', { ...told, enteredInAll: 23, leftInAll: 9, sequence: 1 }).text;
  await post(`${origin}/ingest/v1/devices`, key, body);
  await button(page, 'Place here').first().click();
  await expect(page.getByRole('region', { name: 'See your own number' })).toContainText('23');
  await expect(current(page)).toHaveCount(0);
  return key;
}

async function isWithinWindow(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= document.documentElement.clientWidth;
  });
}

/** Waits until nothing is loading, because outdated results are dimmed. */
async function expectReadable(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy=true], main [data-busy]')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
}

/** Creates an alert that fires with the next reading and appears under the bell. */
async function beAlerted(page: Page, { origin }: EmptyInstallation, key: string): Promise<void> {
  await page.getByRole('link', { name: 'New alert' }).click();
  await page.locator('select[name=type]').selectOption('limit');
  await page.locator('[name=name]').fill('The bakery is full');
  await page.locator('select[name=installationId]').selectOption({ label: 'Old Town Bakery' });
  await page.locator('select[name=zoneId]').selectOption({ index: 1 });
  await page.locator('[name=value]').fill('20');
  await expect(mailNotice(page)).toContainText('Mail is not set up');
  await expect(mailNotice(page)).toContainText('under the bell');
  await expectReadable(page);
  await button(page, 'Save alert').click();
  await expect(page.getByText('The alert has been created')).toBeVisible();
  // The product's own format, with the key that the guide created for devices.
  const at = new Date(lastQuarter()).toISOString();
  const reading = { device: 'camera-1', metric: 'affluenceIn', at, value: 48, interval: 900 };
  const answer = JSON.parse(await post(`${origin}/ingest/v1/readings`, key, JSON.stringify([reading])));
  expect(answer.rejected).toEqual([]);
  const bell = page.getByRole('banner').getByRole('button', { name: 'Open alerts: 1' });
  await expect(bell).toBeVisible({ timeout: 60_000 });
  await bell.click();
  const panel = page.getByRole('region', { name: 'Open alerts' });
  await expect(panel.getByRole('link', { name: /The bakery is full/ })).toBeVisible();
  expect(await isWithinWindow(panel)).toBe(true);
  await page.keyboard.press('Escape');
}

/** Downloads a file with the number. */
async function downloadFile(page: Page, { origin }: EmptyInstallation): Promise<void> {
  await page.goto(`${origin}/export-data`);
  await expect(mailNotice(page)).toContainText('downloaded from the list below');
  await expect(page.getByRole('group', { name: 'Recipients' })).toHaveCount(0);
  await page.getByText('CSV', { exact: true }).click();
  await expect(page.getByText('to download for 7 days')).toBeVisible();
  await expectReadable(page);
  await button(page, 'Export').click();
  await expect(page.getByText('The export is being made. Download it from the list when it is ready.')).toBeVisible();
  const link = page.getByRole('link', { name: 'Download Old Town Bakery, Counting' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Delivered')).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(',48,');
}

/** Goes from the invitation to a number, an alert and a file. */
async function walk(page: Page, installation: EmptyInstallation): Promise<void> {
  await becomeAdministrator(page, plainFilling, installation.invitation);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await setUpSite(page);
  const key = await connectSensor(page, installation);
  await beAlerted(page, installation, key);
  await downloadFile(page, installation);
}

const inAnotherBrowser = async (browser: Browser) => (await browser.newContext({ locale: 'en' })).newPage();

/** Returns the link shown in a dialog. */
async function shownLink(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('It works once');
  await expect(mailNotice(page).last()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(link)).toHaveCount(0);
  return link;
}

async function signIn(page: Page, origin: string, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Invites a colleague by a link that the administrator passes on. */
async function invite(page: Page, theirs: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/settings/user-management`);
  await button(page, 'Invite').click();
  await field(page, 'Email').fill('nora@rive.example');
  await button(page, 'Create an invitation link').click();
  await theirs.goto(await shownLink(page, 'Invitation link'));
  await button(theirs, 'Only what is necessary').click();
  await field(theirs, 'First name').fill('Nora');
  await field(theirs, 'Last name').fill('Lang');
  await button(theirs, 'Next').click();
  await field(theirs, 'Password').fill('Rive-door-7');
  await field(theirs, 'Confirm the password').fill('Rive-door-7');
  await button(theirs, 'Next').click();
  await expect(theirs.getByRole('checkbox', { name: 'Ask for a code when I sign in' })).toBeDisabled();
  await expect(mailNotice(theirs)).toBeVisible();
  await button(theirs, 'Complete onboarding').click();
  await field(theirs, 'Password').fill('Rive-door-7');
  await theirs.keyboard.press('Enter');
  await expect(theirs).not.toHaveURL(/login|onboarding/);
}

/** The administrator confirms the colleague's address, and passes on a link to set a new password. */
async function confirmAndReset(page: Page, theirs: Page, origin: string): Promise<void> {
  await theirs.goto(`${origin}/user-profile/general`);
  await expect(theirs.getByText('Not verified')).toBeVisible();
  await expect(mailNotice(theirs)).toContainText('An administrator can confirm this address');
  await expect(button(theirs, 'Verify by a code')).toHaveCount(0);
  await page.goto(`${origin}/settings/user-management`);
  await page.getByRole('link', { name: /Nora Lang/ }).click();
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await button(page, 'Confirm this address').click();
  await expect(page.getByText(/nora@rive\.example.* is confirmed/)).toBeVisible();
  await button(page, 'Create a reset link').click();
  const reset = await shownLink(page, 'Link to set a new password');
  await theirs.context().clearCookies();
  await theirs.goto(`${origin}/login?reset=true`);
  await expect(mailNotice(theirs)).toContainText('Ask an administrator for a link');
  await expect(button(theirs, 'Send the link')).toHaveCount(0);
  await theirs.goto(reset);
  for (const input of await theirs.locator('input[type=password]').all()) await input.fill('Quai-door-8');
  await theirs.locator('button[type=submit]').click();
  await expect(theirs).toHaveURL(/\/login/);
  await signIn(theirs, origin, 'nora@rive.example', 'Quai-door-8');
  await theirs.goto(`${origin}/user-profile/general`);
  await expect(theirs.getByText('Verified', { exact: true })).toBeVisible();
}

/** The language selected in the header is stored in the profile and applies in every browser. */
async function chooseFrench(page: Page, elsewhere: Page, origin: string): Promise<void> {
  await page.getByRole('button', { name: 'Leila Haddad' }).click();
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('SaveLanguage') === true);
  await page.getByText('Français', { exact: true }).click();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await elsewhere.goto(`${origin}/login`);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await button(elsewhere, 'Only what is necessary').click();
  await signIn(elsewhere, origin, 'leila@rive.example', 'Demo-pass-1');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'fr');
}

test('without mail, from the invitation to a number, an alert, a file and a colleague, at a desk', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const noFaults = watchFaults(page);
  const installation = await startEmpty();
  const { origin } = installation;
  await walk(page, installation);
  await page.goto(`${origin}/user-profile/general`);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  const theirs = await inAnotherBrowser(browser);
  await invite(page, theirs, origin);
  await confirmAndReset(page, theirs, origin);
  await chooseFrench(page, await inAnotherBrowser(browser), origin);
  noFaults();
  await installation.stop();
});

test('without mail, from the invitation to a number, an alert and a file, on a phone', async ({ page }) => {
  test.setTimeout(300_000);
  const noFaults = watchFaults(page);
  await page.setViewportSize({ width: 400, height: 860 });
  const installation = await startEmpty();
  await walk(page, installation);
  noFaults();
  await installation.stop();
});
