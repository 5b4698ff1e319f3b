import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

async function open(page: Page, path: string, email?: string): Promise<void> {
  await dismissBanner(page);
  await signInByCookie(page, email);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const [from, to] of [
  ['/user-profile', '/user-profile/general'],
  ['/user-profile/nope', '/not-found'],
  ['/settings', '/settings/organization'],
  ['/settings/nope', '/not-found'],
] as const)
  test(`B01, B08 ${from} ends at ${to}`, async ({ page }) => {
    await open(page, from);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('B01, B09 changes are saved, and leaving asks about unsaved ones', async ({ page }) => {
  const noFaults = watchFaults(page);
  await open(page, '/user-profile/general', 'manager@demo.example');
  await page.locator('[name=firstName]').fill('R2D2');
  await expect(page.getByText('A name has letters and spaces only')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[name=firstName]')).toBeFocused();
  await page.locator('[name=firstName]').fill('Mona');
  await page.locator('[name=phone]').fill('079 123 45 67');
  await expect(page.locator('[name=phone]')).toHaveValue('79 123 45 67');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link').first().click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('heading', { name: 'Save your changes before leaving?' })).toBeVisible();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved successfully')).toBeVisible();
  await page.goto('/user-profile/general');
  await expect(page.locator('[name=firstName]')).toHaveValue('Mona');
  await expect(page.getByRole('button', { name: /^Mona/ })).toBeVisible();
  noFaults();
});

test('B02 preferences are applied at once and everywhere', async ({ page }) => {
  await open(page, '/user-profile/preferences', 'manager@demo.example');
  const language = page.locator('select[name=lang]');
  const dates = page.locator('select[name=dateFormat]');
  const before = { language: await language.inputValue(), dates: await dates.inputValue() };
  await page.getByText('Dark', { exact: true }).click();
  await language.selectOption('fr');
  await dates.selectOption('YYYY-MM-DD');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.goto('/user-profile/general');
  await expect(page.getByText(/\d{4}-\d{2}-\d{2}/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const ownRange = encodeURIComponent(JSON.stringify({ ranges: [['2026-03-02', '2026-03-09']] }));
  await page.goto(`/counting/1?v=1&timespan=${ownRange}`);
  await expect(page.locator('main')).toContainText(/2026-03-02 – 2026-03-0\d/);
  await expect(page.locator('main')).not.toContainText(/\d{2}\/\d{2}\/\d{4}/);
  // Other journeys read this member's pages in English.
  await page.goto('/user-profile/preferences');
  await language.selectOption(before.language);
  await dates.selectOption(before.dates);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', before.language);
});

test('B03, B04 a code verifies an address; then two-factor can use it', async ({ page, request }) => {
  await open(page, '/user-profile/security', 'analyst@demo.example');
  expect(await findViolations(page)).toEqual([]);
  await page.locator('[name=newPassword]').fill('short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[name=oldPassword]')).toBeFocused();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Ask for a code when I sign in').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved successfully')).toBeVisible();
  await page.goto('/user-profile/general');
  await expect(page.locator('[name=email]')).toHaveAttribute('readonly', '');
  await expect(page.getByText('Two-factor', { exact: true })).toBeVisible();
  await page.goto('/user-profile/security');
  await page.getByText('Ask for a code when I sign in').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved successfully')).toBeVisible();
  const { me } = await ask<{ me: { otpContact: string | null } }>(
    request,
    await fetchToken(request, 'analyst@demo.example'),
    '{ me { otpContact } }',
  );
  expect(me.otpContact).toBeNull();
});

test('B05 the logo is an image by its content, shown at once, and gone again', async ({ page }) => {
  await open(page, '/settings/organization');
  expect(await findViolations(page)).toEqual([]);
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('This file is not an image')).toBeVisible();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: dot });
  await expect(page.locator('header img')).toHaveAttribute('src', /^\/files\//);
  const src = (await page.locator('header img').getAttribute('src')) ?? '';
  expect((await page.request.get(src)).headers()['content-type']).toBe('image/webp');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('header img')).toHaveCount(0);
});

test('B05 without the right the organization is read-only', async ({ page, request }) => {
  await open(page, '/settings/organization', 'manager@demo.example');
  await expect(page.locator('[name=name]')).toHaveAttribute('readonly', '');
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  const token = await fetchToken(request, 'manager@demo.example');
  await expect(ask(request, token, 'mutation { updateOrganization(id: 1, name: "Mine") { id } }')).rejects.toThrow(
    'FORBIDDEN',
  );
});

test('I04 a browser subscribes to notifications and unsubscribes', async ({ page }) => {
  // Mocks the browser's push API, because the push service is external.
  await page.addInitScript(() => {
    const keys = { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) };
    const stored = () => sessionStorage.getItem('push') !== null;
    const subscription = {
      endpoint: 'https://push.example/journey',
      toJSON: () => ({ endpoint: 'https://push.example/journey', keys }),
      unsubscribe: async () => sessionStorage.removeItem('push'),
    };
    const pushManager = {
      getSubscription: async () => (stored() ? subscription : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (applicationServerKey.length !== 87) throw new Error('no key');
        sessionStorage.setItem('push', 'on');
        return subscription;
      },
    };
    const registration = { pushManager };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        register: async () => registration,
        ready: Promise.resolve(registration),
        getRegistration: async () => registration,
      },
    });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
  });
  const noFaults = watchFaults(page);
  await open(page, '/user-profile/preferences');
  const power = page.getByRole('switch', { name: 'Notify me in this browser' });
  await expect(power).toHaveAttribute('aria-checked', 'false');
  const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('SavePushBrowser'));
  await power.click();
  expect(await (await saved).json()).toEqual({ data: { savePushBrowser: true } });
  await expect(power).toHaveAttribute('aria-checked', 'true');
  await page.reload();
  await expect(power).toHaveAttribute('aria-checked', 'true');
  expect(await findViolations(page)).toEqual([]);
  await power.click();
  await expect(power).toHaveAttribute('aria-checked', 'false');
  const worker = await page.request.get('/push.js');
  expect(worker.headers()['content-type']).toContain('javascript');
  noFaults();
});
