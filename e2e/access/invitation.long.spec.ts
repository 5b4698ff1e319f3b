import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findViolations } from '../support/accessible.ts';
import { expect, type Locator, type Page, test } from '../support/journey.ts';

/** A separate empty installation for this journey. */
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-empty-'));
let server: ChildProcess | null = null;

async function stop() {
  if (server === null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
  server = null;
}

/** A free port must be known beforehand, because pages are served only to the configured origin. */
async function freePort(): Promise<string> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return String(port);
}

/** Configured so that codes can be selected; nothing is sent. */
const servers = { SMTP_URL: 'smtp://127.0.0.1:9', SMS_URL: 'http://127.0.0.1:9' };

/** Starts the server and returns its output once it is ready. */
async function start(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const env = {
    ...process.env,
    PORT: await freePort(),
    ATRIUM_DATA_DIR: folder,
    ATRIUM_DEMO: '0',
    MQTT_PORT: 'off',
    ...servers,
  };
  const child = spawn(process.execPath, ['packages/api/src/app/main.ts'], { cwd: root, env });
  server = child;
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => /ready at/.test(said) && /invitation\?token=/.test(said), { timeout: 50_000 }).toBe(true);
  return said;
}

const linkIn = (said: string) => /http\S+\/invitation\?token=\S+/.exec(said)?.[0] ?? '';

test.afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 25; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Fills in the fields, found by their accessible names, and continues with Enter. */
async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' });

/**
 * Checks that a step's heading has the focus, that it shows its position, and that the page has no accessibility
 * violations.
 */
async function isAt(page: Page, path: string, name: string, place: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/onboarding/${path}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(page.getByRole('progressbar', { name: place })).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toHaveText(name);
  expect(await findViolations(page)).toEqual([]);
}

/** Checks that the field has the focus and an error that screen readers announce. */
async function isWrong(page: Page, label: string, why: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(why);
}

const said = (page: Page, text: string) => page.getByRole('status').getByText(text);

/** Types the steps up to the password. An incomplete step cannot be left; an invalid one shows its error. */
async function toThePassword(page: Page): Promise<void> {
  await type(page, { Organization: '' });
  await expect(next(page)).toBeDisabled();
  await isWrong(page, 'Organization', 'Enter the organization’s name');
  await expect(page.getByText('All fields are required unless marked optional.')).toBeVisible();
  await type(page, { Organization: 'Rive Group', 'Address (optional)': 'Quai 1, Geneva' });
  await isAt(page, 'about', 'About you', 'Step 2 of 5');
  await expect(next(page)).toBeDisabled();
  await expect(page.getByLabel('Organization', { exact: true })).toHaveValue('Rive Group');
  await type(page, { Email: 'leila@rive.example', 'First name': 'L3ila', 'Last name': 'Haddad' });
  await isWrong(page, 'First name', 'A name has letters and spaces only');
  await expect(said(page, 'A name has letters and spaces only')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await type(page, { 'First name': 'Leïla', 'Phone (optional)': '791234567' });
  await isAt(page, 'password', 'Password', 'Step 3 of 5');
}

/** Goes through the last two steps by keyboard, up to the selection of the contact for codes. */
async function overTheLastSteps(page: Page): Promise<void> {
  await isAt(page, 'profile-settings', 'Profile settings', 'Step 4 of 5');
  await tabTo(page, page.getByLabel('Date format'));
  await tabTo(page, next(page));
  await page.keyboard.press('Enter');
  await isAt(page, 'security', 'Security', 'Step 5 of 5');
  const twoFactor = page.getByRole('checkbox', { name: 'Ask for a code when I sign in' });
  await tabTo(page, twoFactor);
  await page.keyboard.press('Space');
  const byMail = page.getByRole('radio', { name: 'by email to leila@rive.example' });
  await expect(byMail).toBeChecked();
  await tabTo(page, byMail);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'as a text to +41 79 123 45 67' })).toBeChecked();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await expect(twoFactor).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio')).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Complete onboarding' }));
  await page.keyboard.press('Enter');
}

test('A10–A16 the first user of an empty installation becomes its administrator, by keyboard alone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await start();
  await stop();
  const link = linkIn(await start());
  await page.goto(link);
  await expect(page).toHaveURL(/\/onboarding\/org-settings$/);
  await toThePassword(page);
  await type(page, { Password: 'Demo-pass-1', 'Confirm the password': 'Demo-pass-2' });
  await isWrong(page, 'Confirm the password', 'Passwords do not match');
  await expect(said(page, 'Passwords do not match')).toBeVisible();
  await page.goto(new URL('/onboarding/nope', page.url()).href);
  // Typed values do not outlive the page: it returns to the first step, and later steps are not reachable.
  await expect(page).toHaveURL(/\/onboarding\/org-settings$/);
  await expect(
    page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Security' }),
  ).toBeDisabled();
  await toThePassword(page);
  await type(page, { Password: 'Demo-pass-1', 'Confirm the password': 'Demo-pass-1' });
  await overTheLastSteps(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await expect(page.locator('input[type=email]')).toHaveValue('leila@rive.example');
  await type(page, { Password: 'Demo-pass-1' });
  await expect(page).toHaveURL(/\/first-steps$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been accepted already' })).toBeVisible();
});
