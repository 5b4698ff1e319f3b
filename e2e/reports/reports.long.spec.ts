import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

const admin = 'admin@demo.example';

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const mail = (page: Page) => page.frameLocator('iframe[sandbox]');

/** A mail needs a dozen questions about months, which wait for other tests' work. */
const isMade = (page: Page, lang = 'en') =>
  expect(mail(page).locator('html')).toHaveAttribute('lang', lang, { timeout: 60_000 });

interface Site {
  readonly id: number;
  readonly name: string;
  readonly zones: readonly { readonly id: number; readonly parentIds: readonly number[] }[];
  readonly events: readonly { readonly id: number; readonly name: string }[];
}

/** Returns the demo's first site, and the texts of a report about all of it. */
async function aSite(request: APIRequestContext, token: string) {
  const { allInstallations } = await ask<{ allInstallations: readonly Site[] }>(
    request,
    token,
    '{ allInstallations { id name zones { id parentIds } events { id name } } }',
  );
  const site = allInstallations.find(({ name }) => name === 'Arcades du Lac');
  const zone = site?.zones.find(({ parentIds }) => parentIds.length === 0);
  const [event] = site?.events ?? [];
  if (site === undefined || zone === undefined || event === undefined) throw new Error('the demo has no such site');
  return { site, zone, event };
}

async function aReport(request: APIRequestContext, title: string, differs: object = {}): Promise<number> {
  const token = await fetchToken(request);
  const { site, zone, event } = await aSite(request, token);
  const input = {
    title,
    language: 'en',
    installationId: site.id,
    zoneId: zone.id,
    eventId: event.id,
    sendDay: 'monday',
    hour: 7,
    includedDays: 7,
    emails: [admin],
    ...differs,
  };
  const { createReport } = await ask<{ createReport: { id: number } }>(
    request,
    token,
    'mutation ($input: ReportInput!) { createReport(input: $input) { id } }',
    { input },
  );
  return createReport.id;
}

test.beforeEach(({ page }) => dismissBanner(page));

test('J02 a report is set up by keyboard alone, with its mail beside it', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/reports');
  await page.getByRole('link', { name: 'New report' }).first().press('Enter');
  await expect(page).toHaveURL(/\/reports\/new$/);
  const title = page.getByLabel('Title');
  await isMade(page);
  await expect(mail(page).locator('body')).toContainText('Arcades du Lac');

  // Without recipients nothing is saved: the first wrong field has the focus and shows its error.
  await title.press('Control+s');
  await expect(title).toBeFocused();
  await expect(page.getByText('Please fill this in')).toBeVisible();
  await page.keyboard.type('Arcades by keyboard');
  await page.getByLabel('Send on').focus();
  await page.keyboard.type('Wed');
  await page.getByRole('button', { name: '14', exact: true }).press('Enter');
  await expect(page.getByLabel('Included days')).toHaveValue('14');
  const emails = page.getByLabel('Emails');
  await emails.focus();
  await page.keyboard.type('Viewer@demo.example, station@lumen-retail.example;nobody@ ');
  await expect(page.getByRole('button', { name: 'Remove nobody@' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('nobody@ is not an email address')).toBeVisible();
  await expect(emails).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove nobody@' })).toHaveCount(0);
  // A recipient without access to the site gets nothing, and the form says so before saving.
  await expect(page.getByText(/viewer@demo\.example has no right to Arcades du Lac/)).toBeVisible();
  await expect(page.getByText('2 of 3 receive it')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The report has been created')).toBeVisible();
  await expect(page).toHaveURL(/\/reports\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arcades by keyboard');

  // Changes are counted, and leaving asks about them.
  await page.getByLabel('Title').fill('Arcades, changed');
  await page.getByLabel('Included days').fill('1');
  await expect(page.getByText('2 changes not saved')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(row(page, 'Arcades, changed')).toContainText('1 day');
  await expect(row(page, 'Arcades, changed')).toContainText('Wednesday');
  noFaults();
});

test('J05 the preview is the mail itself, its files open, and what it shows follows the form', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  const id = await aReport(page.request, 'Looked at');
  await signInByCookie(page);
  await page.goto(`/reports/${id}`);
  await isMade(page);
  const body = mail(page).locator('body');
  await expect(body).toContainText('Arcades du Lac');
  // Styled although the page's policy forbids inline styles.
  await expect(mail(page).locator('table').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(mail(page).locator('body > div').first()).toHaveCSS('display', 'none');
  await expect(mail(page).locator('a[href]')).toHaveCount(0);
  await page.getByLabel('Language').selectOption('fr');
  await isMade(page, 'fr');
  await page.getByRole('button', { name: 'As on a phone' }).click();
  await expect(page.locator('iframe[sandbox]')).toHaveCSS('width', '375px');
  for (const [part, type] of [
    ['PDF', 'application/pdf'],
    ['Spreadsheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    await page.getByRole('button', { name: part, exact: true }).click();
    const link = page.getByRole('link', { name: new RegExp(`Open the ${part}`, 'i') });
    await expect(link).toBeVisible({ timeout: 60_000 });
    const file = await page.request.get(String(await link.getAttribute('href')));
    expect([file.status(), file.headers()['content-type']]).toEqual([200, type]);
  }
  noFaults();
});

test('J01 a report is switched off, deleted, and put back from the toast', async ({ page }) => {
  const noFaults = watchFaults(page);
  await aReport(page.request, 'To be deleted', { sendDay: 'everyDay', hour: 20, emails: [admin, 'x@shop.example'] });
  await signInByCookie(page);
  await page.goto('/reports');
  const own = row(page, 'To be deleted');
  for (const text of ['Arcades du Lac', 'Active', 'Every day', '20:00, Zurich time', '7 days', '2 emails', '+ 1'])
    await expect(own).toContainText(text);
  await own.getByRole('switch').click();
  await expect(page.getByText('The report has been updated')).toBeVisible();
  await expect(own.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  await expect(own).toContainText('Off');
  expect(await findViolations(page)).toEqual([]);
  await own.getByRole('button', { name: 'Delete To be deleted' }).click();
  await expect(page.getByText('The report has been deleted')).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The report is back')).toBeVisible();
  await expect(own).toHaveCount(1);
  noFaults();
});

test('J01, J02 failures show an error, and can be retried', async ({ page }) => {
  test.slow();
  const id = await aReport(page.request, 'Hard to reach');
  await signInByCookie(page);
  let isDown = true;
  await page.route('**/v2/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    const isOurs = /"operationName":"(Reports|UpdateReport|DeleteReport|PreviewReport)"/.test(asked);
    await (isDown && isOurs ? route.fulfill({ status: 503, body: '{}' }) : route.fallback());
  });
  await page.goto('/reports');
  await expect(page.getByText('The reports could not be loaded.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const own = row(page, 'Hard to reach');
  await expect(own).toBeVisible();
  isDown = true;
  await own.getByRole('button', { name: 'Delete Hard to reach' }).click();
  await expect(page.getByText('The report could not be deleted. It is still there.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The report has been deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveCount(1);
  await page.goto(`/reports/${id}`);
  await isMade(page);
  isDown = true;
  await page.getByLabel('Title').fill('Harder to reach');
  await expect(page.getByText('The preview could not be made.')).toBeVisible();
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page.getByText('The report could not be updated. Nothing was changed.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Harder to reach');
});

test('J03 a report whose event has ended says so, and leads to a running one', async ({ page }) => {
  const noFaults = watchFaults(page);
  const token = await fetchToken(page.request);
  const { site } = await aSite(page.request, token);
  const past = site.events.find(({ name }) => name === 'Winter sale');
  await aReport(page.request, 'Of a past event', { eventId: past?.id });
  await signInByCookie(page);
  await page.goto('/reports');
  await expect(row(page, 'Of a past event')).toContainText('Inactive');
  await expect(row(page, 'Of a past event')).toContainText(/its event ended on \d/);
  const strip = page.getByRole('paragraph').filter({ hasText: 'Of a past event sends nothing: its event has ended.' });
  await strip.getByRole('link', { name: 'Pick an event' }).click();
  await expect(page.getByLabel('Event', { exact: true })).toBeFocused();
  const warning = page.getByText('This event has ended, so nothing is sent. Pick a running event.');
  await expect(warning).toBeVisible();
  await page.getByLabel('Event', { exact: true }).selectOption('Permanent');
  await expect(warning).toHaveCount(0);
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page.getByText('The report has been updated')).toBeVisible();
  await page.goto('/reports');
  await expect(row(page, 'Of a past event')).toContainText('Active');
  noFaults();
});

test('B07 without the right there are no reports, neither in the menu nor at their address', async ({ page }) => {
  await signInByCookie(page, 'viewer@demo.example');
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header a[href="/reports"]')).toHaveCount(0);
  for (const path of ['/reports', '/reports/new', '/reports/1']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/not-found$/);
  }
});

test('F02, J04 a report is sent once from a custom page, about zones of a site and days', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  const token = await fetchToken(page.request);
  const { allDashboardsV2 } = await ask<{
    allDashboardsV2: readonly { type: string; id: number | null; pages: readonly { id: number }[] }[];
  }>(page.request, token, '{ allDashboardsV2 { type id pages { id } } }');
  const custom = allDashboardsV2.find(({ type, pages }) => type === 'custom' && pages.length > 0);
  await page.goto(`/dashboard/${custom?.id}/page/${custom?.pages[0]?.id}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('First day')).not.toHaveValue('');
  expect(await findViolations(page, 'dialog')).toEqual([]);
  for (const zone of await form.getByRole('group', { name: 'Zones' }).getByRole('checkbox', { checked: true }).all())
    await zone.uncheck();
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByText('At least one zone')).toBeVisible();
  await form.getByRole('group', { name: 'Zones' }).getByRole('checkbox').first().check();
  await form.getByLabel('Rows of the spreadsheet').selectOption('Every 3 hours');
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText(/The report for 1 address will be in the outbox/)).toBeVisible();
  await expect(form).toHaveCount(0);
  noFaults();
});

for (const { name, width, language } of [
  { name: 'on a phone', width: 400, language: 'en' },
  { name: 'in Arabic', width: 1440, language: 'ar' },
])
  test(`J01, J02 the list and the form stand ${name}`, async ({ page }) => {
    test.slow();
    const noFaults = watchFaults(page);
    const id = await aReport(page.request, `Everywhere ${width}`);
    await page.addInitScript((code) => localStorage.setItem('atrium.language', code), language);
    await page.setViewportSize({ width, height: 900 });
    await signInByCookie(page);
    for (const path of ['/reports', `/reports/${id}`]) {
      await page.goto(path);
      await expect(page.getByText(`Everywhere ${width}`).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }));
      expect([path, scroll]).toEqual([path, client]);
      expect(await findViolations(page)).toEqual([]);
    }
    if (width === 400) await page.getByRole('button', { name: 'Preview' }).click();
    // The mail uses the report's language, not the screen's.
    await isMade(page);
    noFaults();
  });
