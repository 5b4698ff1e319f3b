import { readFileSync } from 'node:fs';
import { sampleOf } from '@atrium/domain/devices/samples';
import { violationsOf } from '../support/accessible.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { watchFaults } from '../support/faults.ts';
import { type Browser, expect, type Page, test } from '../support/journey.ts';
import { becomeAdministrator, plainly } from './first-administrator.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const current = (page: Page) => page.getByRole('navigation', { name: 'First steps' }).locator('[aria-current=step]');
const mailNotice = (page: Page) => page.getByRole('note').filter({ hasText: 'SMTP_URL' });

async function goOn(page: Page, step: string): Promise<void> {
  await expect(current(page)).toContainText(step);
  await page.getByRole('link', { name: 'Go on' }).click();
}

async function saveAndReturn(page: Page): Promise<void> {
  await button(page, /^Save/).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openGuide(page);
}

async function openGuide(page: Page): Promise<void> {
  const menu = button(page, 'Open the menu');
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: /^First steps/ }).click();
  await expect(page).toHaveURL(/\/first-steps$/);
}

/** A site with a door, by the guide. */
async function setUpSite(page: Page): Promise<void> {
  await goOn(page, 'Add a site');
  await field(page, 'Name').fill('Old Town Bakery');
  await field(page, 'City').fill('Zürich');
  await button(page, 'Make the site').click();
  await expect(page).toHaveURL(/\/settings\/sites\/\d+$/);
  await openGuide(page);
  await goOn(page, 'Opening hours');
  await page.getByRole('checkbox', { name: 'Open day and night' }).check();
  await saveAndReturn(page);
  await goOn(page, 'Doors');
  await button(page, 'Door').click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click();
  await saveAndReturn(page);
}

/** What a counter at the door says of the last whole quarter of an hour. */
async function send({ origin }: EmptyInstallation, key: string, entered: number): Promise<void> {
  const at = Math.floor(Date.now() / 900_000) * 900_000 - 900_000;
  const told = { device: 'camera-1', name: 'Door 1', at, interval: 900, entered, left: 9, passed: 50 };
  const body = sampleOf('hikvision', { ...told, enteredInAll: entered, leftInAll: 9, sequence: entered }).text;
  const headers = { authorization: `Bearer ${key}` };
  const sent = await fetch(`${origin}/ingest/v1/devices`, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
}

/** The first own number. Answers the key. */
async function connectSensor(page: Page, installation: EmptyInstallation): Promise<string> {
  await expect(current(page)).toContainText('Connect a sensor');
  await button(page, 'Address and key').click();
  await button(page, 'Make a key for devices').click();
  const key = (await page.getByRole('dialog').getByRole('status').locator('code').textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await send(installation, key, 23);
  await button(page, 'Place here').first().click();
  await expect(page.getByRole('region', { name: 'See your own number' })).toContainText('23');
  return key;
}

/** An alert of one's own, which fires with the next thing that is sent, and says so under the bell. */
async function beAlerted(page: Page, installation: EmptyInstallation, key: string): Promise<void> {
  await page.goto(`${installation.origin}/alerts`);
  await page.getByRole('link', { name: 'New alert' }).first().click();
  await page.locator('select[name=type]').selectOption('limit');
  await page.locator('[name=name]').fill('The bakery is full');
  await page.locator('select[name=installationId]').selectOption({ label: 'Old Town Bakery' });
  await page.locator('select[name=zoneId]').selectOption({ index: 1 });
  await page.locator('[name=value]').fill('20');
  await expect(mailNotice(page)).toContainText('Mail is not set up');
  await expect(mailNotice(page)).toContainText('under the bell');
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Save alert').click();
  await expect(page.getByText('The alert has been created')).toBeVisible();
  await send(installation, key, 48);
  const bell = page.getByRole('banner').getByRole('button', { name: 'Open alerts: 1' });
  await expect(bell).toBeVisible({ timeout: 90_000 });
  await bell.click();
  const panel = page.getByRole('region', { name: 'Open alerts' });
  await expect(panel.getByRole('link', { name: /The bakery is full/ })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** A file with the own number, downloaded. */
async function downloadFile(page: Page, { origin }: EmptyInstallation): Promise<void> {
  await page.goto(`${origin}/export-data`);
  await expect(mailNotice(page)).toContainText('downloaded from the list below');
  await expect(page.getByRole('group', { name: 'Recipients' })).toHaveCount(0);
  await page.getByText('CSV', { exact: true }).click();
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Export').click();
  await expect(page.getByText('The export is being made. Download it from the list when it is ready.')).toBeVisible();
  const link = page.getByRole('link', { name: 'Download Old Town Bakery, Counting' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Delivered')).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('48');
}

for (const [where, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 400, height: 860 }],
] as const)
  test(`without mail, from the invitation to a number, an alert and a file of one's own, ${where}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const noFaults = watchFaults(page);
    await page.setViewportSize(viewport);
    const installation = await startEmpty();
    await becomeAdministrator(page, plainly, installation.invitation);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await setUpSite(page);
    const key = await connectSensor(page, installation);
    await beAlerted(page, installation, key);
    await downloadFile(page, installation);
    await page.goto(`${installation.origin}/user-profile/general`);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    noFaults();
    await installation.stop();
  });

const inAnotherBrowser = async (browser: Browser) => (await browser.newContext({ locale: 'en' })).newPage();

/** The link that a dialog shows. */
async function shownLink(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('It works once');
  await expect(mailNotice(page).last()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(link)).toHaveCount(0);
  return link;
}

const signIn = async (page: Page, origin: string, email: string, password: string) => {
  await page.goto(`${origin}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
};

test('without mail, a colleague comes in by a link, is confirmed, and gets a new password', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const installation = await startEmpty();
  const { origin } = installation;
  await becomeAdministrator(page, plainly, installation.invitation);
  await page.goto(`${origin}/settings/user-management`);
  await button(page, 'Invite').click();
  await field(page, 'Email').fill('nora@rive.example');
  await button(page, 'Create an invitation link').click();
  const invitation = await shownLink(page, 'Invitation link');

  const theirs = await inAnotherBrowser(browser);
  await theirs.goto(invitation);
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
  await expect(theirs).not.toHaveURL(/\/login/);
  await theirs.goto(`${origin}/user-profile/general`);
  await expect(theirs.getByText('Verified', { exact: true })).toBeVisible();
  await installation.stop();
});

test('the header’s language is the profile’s, in every browser', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const installation = await startEmpty();
  const { origin } = installation;
  await becomeAdministrator(page, plainly, installation.invitation);
  await page.getByRole('button', { name: 'Leila Haddad' }).click();
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('SaveLanguage') === true);
  await page.getByText('Français', { exact: true }).click();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const elsewhere = await inAnotherBrowser(browser);
  await elsewhere.goto(`${origin}/login`);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await button(elsewhere, 'Only what is necessary').click();
  await signIn(elsewhere, origin, 'leila@rive.example', 'Demo-pass-1');
  await expect(elsewhere).not.toHaveURL(/\/login/);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'fr');
  await installation.stop();
});
