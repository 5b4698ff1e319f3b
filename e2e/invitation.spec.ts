import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** An empty installation of this journey's own. */
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-empty-'));
let server: ChildProcess | null = null;

async function stop() {
  if (server === null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
  server = null;
}

/** A free one: pages are served to the origin of the configured port only, so the server can't be left to find it. */
async function freePort(): Promise<string> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return String(port);
}

/** What the started server said once it was ready. */
async function start(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '..');
  const env = { ...process.env, PORT: await freePort(), ATRIUM_DATA_DIR: folder, ATRIUM_DEMO: '0', MQTT_PORT: 'off' };
  const child = spawn(process.execPath, ['packages/api/src/main.ts'], { cwd: root, env });
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

/** Fills in one field after the other as the tabulator reaches them, and goes on with Enter. */
async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`[name=${name}]`);
    for (let presses = 0; presses < 20; presses++) {
      if (await field.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(field).toBeFocused();
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
}

/** From the second step to the end without a mouse; every step is one for screen readers too. */
async function acrossByKeyboard(page: Page): Promise<void> {
  const isFineForEverybody = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await isFineForEverybody();
  await type(page, { email: 'leila@rive.example', firstName: 'Leïla', lastName: 'Haddad', phone: '791234567' });
  await expect(page).toHaveURL(/\/onboarding\/password$/);
  await isFineForEverybody();
  await type(page, { password: 'Demo-pass-1', confirmation: 'Demo-pass-1' });
  await expect(page).toHaveURL(/\/onboarding\/profile-settings$/);
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await isFineForEverybody();
  await page.locator('button[type=submit]').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/onboarding\/security$/);
  await page.locator('[name=twoFactor]').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('[name=otpContact]')).toHaveCount(2);
  await expect(page.locator('[name=otpContact]').first()).toBeChecked();
  await isFineForEverybody();
  await page.keyboard.press('Space');
  await expect(page.locator('[name=otpContact]')).toHaveCount(0);
  await page.locator('button[type=submit]').focus();
  await page.keyboard.press('Enter');
}

test('A10–A16 whoever starts an empty installation becomes its first administrator', async ({ page }) => {
  test.setTimeout(180_000);
  await start();
  await stop();
  const link = linkIn(await start());
  await page.goto(link);
  await expect(page).toHaveURL(/\/onboarding\/org-settings$/);
  await page.locator('[name=organizationName]').fill('');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('[name=organizationName]')).toBeFocused();
  await page.locator('[name=organizationName]').fill('Rive Group');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/onboarding\/about$/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('[name=email]')).toBeFocused();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.locator('[name=email]').fill('leila@rive.example');
  await page.locator('[name=firstName]').fill('Leïla');
  await page.locator('[name=lastName]').fill('Haddad');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('[name=password]').fill('Demo-pass-1');
  await page.locator('[name=confirmation]').fill('Demo-pass-2');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('[name=confirmation]')).toBeFocused();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.reload();
  // Nothing typed outlives the page: the first step that is not finished comes back.
  await expect(page).toHaveURL(/\/onboarding\/about$/);
  await acrossByKeyboard(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await expect(page.locator('input[type=email]')).toHaveValue('leila@rive.example');
  await page.locator('input[type=password]').fill('Demo-pass-1');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/analytics\/sites/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been accepted already' })).toBeVisible();
});

for (const address of [
  '/invitation?token=unknown',
  '/onboarding?token=unknown',
  '/onboarding/about',
  '/onboarding/nope',
])
  test(`A10 ${address} without a valid invitation says so and stays`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'We do not know this invitation' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname);
  });
