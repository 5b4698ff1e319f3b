import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, openSignedIn, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

const base64 = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages and sites' });

test.describe('routes (C01)', () => {
  for (const [from, to] of [
    ['/', '/analytics/sites'],
    ['/analytics', '/analytics/sites'],
    ['/dashboard', '/analytics/dashboard'],
    ['/no/such/path', '/analytics/sites'],
    ['/home', '/home'],
    ['/home2', '/home2'],
    ['/help', '/help'],
    ['/not-found', '/not-found'],
  ] as const)
    test(`${from} ends at ${to}`, async ({ page }) => {
      await dismissBanner(page);
      const noFaults = watchFaults(page);
      await signInByCookie(page);
      await page.goto(from);
      await expect(page).toHaveURL(new RegExp(`${to}$`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      noFaults();
    });
});

test('C07 the dashboard list says how many there are and leads to each', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/analytics/dashboard');
  const rows = page.getByRole('table').getByRole('row');
  const links = page.getByRole('table').getByRole('link');
  await expect(links.first()).toHaveAttribute('href', '/counting');
  await expect(page.getByText(new RegExp(`^${await links.count()} dashboards?$`))).toBeVisible();
  await expect(rows.first().getByRole('columnheader')).toHaveText(['Name', 'Dashboard type', 'Last modified']);
  await links.first().click();
  await expect(page).toHaveURL(/\/counting$/);
});

test('C09 both home pages count sites, users and sensors and list recent activity', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  for (const path of ['/home', '/home2']) {
    await page.goto(path);
    for (const label of ['Sites', 'Users', 'Sensors'])
      await expect(page.locator('dl > div', { has: page.getByText(label, { exact: true }) })).toContainText(/\d/);
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    // Entries of the first start may be on later pages, depending on earlier tests.
    for (const entry of [/created the report/, /created the screen/, /applied a site file/])
      await expect(async () => {
        const older = page.getByRole('button', { name: 'Show older entries' });
        if (!(await page.getByText(entry).first().isVisible())) await older.click({ timeout: 1000 });
        await expect(page.getByText(entry).first()).toBeVisible({ timeout: 1000 });
      }).toPass();
  }
});

test('home compares each site’s day with its usual range, in hours chosen by keyboard', async ({ page }) => {
  await dismissBanner(page);
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Entries' });
  const rows = card.getByRole('listitem');
  await expect(rows.first()).toContainText(/\d visitors/);
  const begin = card.getByRole('slider', { name: 'Start of the hours' });
  await begin.press('ArrowRight');
  await expect(page).toHaveURL(/from=\d\d%3A15/);
  const chosen = await card.locator('output').textContent();
  await begin.press('Shift+ArrowRight');
  // The end is at the edge, so both stay.
  await expect(card.locator('output')).toHaveText(chosen ?? '');
  await page.reload();
  await expect(card.locator('output')).toHaveText(chosen ?? '');
  await begin.press('Escape');
  await expect(page).toHaveURL(/\/home$/);
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/counting\/\d+\?.*timespan/);
  noFaults();
});

test('C10 a page of ours is shown in a frame, one that is not allowed is refused', async ({ page, baseURL }) => {
  await dismissBanner(page);
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto(`/embeded/${base64(`${baseURL}/help`)}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('banner')).toHaveCount(0);
  for (const hostile of ['https://evil.example/', 'javascript:alert(1)', 'data:text/html,x', 'nonsense']) {
    await page.goto(`/embeded/${base64(hostile)}`);
    await expect(page.getByRole('heading', { name: 'This page can’t be shown here' })).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  noFaults();
});

test('C10 an allowed page of another origin is sandboxed, and no other origin is allowed', async ({
  page,
  request,
}) => {
  await dismissBanner(page);
  const token = await fetchToken(request);
  const { siteFile } = await ask<{ siteFile: string }>(request, token, '{ siteFile }');
  const file = siteFile.replace(
    /organization: *\{ *name: ([^},]+)[^}]*\}|organization:\n {2}name: (.+)/,
    (_all, one, other) => `organization: { name: ${(one ?? other).trim()}, embedOrigins: ["https://maps.example"] }`,
  );
  const { applySiteFile } = await ask<{ applySiteFile: { problems: unknown[] } }>(
    request,
    token,
    'mutation ($file: String!) { applySiteFile(file: $file) { problems { message } } }',
    { file },
  );
  expect(applySiteFile.problems).toEqual([]);
  await page.route('https://maps.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>A map</h1>' }),
  );
  await signInByCookie(page);
  const answer = await page.goto(`/embeded/${base64('https://maps.example/x')}`);
  expect(answer?.headers()['content-security-policy']).toContain("frame-src 'self' https://maps.example;");
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
  await expect(frame).not.toHaveAttribute('sandbox', /allow-top-navigation|allow-modals/);
  await expect(page.frameLocator('iframe').getByText('A map')).toBeVisible();
});

test('C10 a short link opens its page, also through signing in; an unknown one shows an error', async ({
  page,
  request,
}) => {
  await dismissBanner(page);
  const token = await fetchToken(request);
  const create = 'mutation ($path: String!) { createShortLink(path: $path) { code } }';
  const { createShortLink } = await ask<{ createShortLink: { code: string } }>(request, token, create, {
    path: '/counting/1?gender=%22female%22',
  });
  await page.goto(`/t/${createShortLink.code}`);
  await expect(page).toHaveURL(/\/login\?origin=/);
  await page.locator('input[type=email]').fill('admin@demo.example');
  await page.locator('input[type=password]').fill('Demo-pass-1');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/counting\/1\?gender=/);
  await page.goto('/t/nosuchcode');
  await expect(page).toHaveURL(/\/not-found$/);
  await expect(page.getByText('This link does not exist or has expired.')).toBeVisible();
});

test.describe('rights in header and sidebar (C02, C03)', () => {
  for (const email of ['admin@demo.example', 'viewer@demo.example'])
    test(email, async ({ page, request }) => {
      await dismissBanner(page);
      await openSignedIn(page, { at: '/analytics/sites', email });
      const token = await fetchToken(request, email);
      const { me } = await ask<{ me: { profile: { rights: { organization: { user: { read: boolean } } } } } }>(
        request,
        token,
        '{ me { profile { rights { organization { user { read } } } } } }',
      );
      const header = page.getByRole('banner');
      await expect(header.getByRole('navigation').first().getByRole('link').first()).toHaveAttribute(
        'aria-current',
        /page|true/,
      );
      await expect(header.locator('a[href="/home"]')).toBeVisible();
      if (!me.profile.rights.organization.user.read) await expect(page.locator('a[href^="/settings"]')).toHaveCount(0);
      await expect(page.locator('nav li a[href="/analytics/sites"]')).toHaveAttribute('aria-current', 'page');
    });
});

test('the palette goes to sites, pages and actions by the keyboard; ? lists the shortcuts', async ({ page }) => {
  await dismissBanner(page);
  await openSignedIn(page);
  await expect(sidebar(page).getByRole('link', { name: /^Arcades du Lac/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  await field.fill('arcades');
  await expect(page.getByRole('option').first()).toContainText('Arcades du Lac');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/counting\/1/);
  await page.keyboard.press('Control+k');
  await field.fill('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/analytics\/dashboard/);
});

test('a chunk whose connection breaks is fetched once more', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  // Aborts the first requests for the chunk. Set before the page opens, because requests of an open page may bypass a
  // new route.
  let broken: number | null = null;
  await page.route('**/assets/palette-*.js', (route) => {
    broken ??= Date.now();
    return Date.now() - broken < 500 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto('/analytics/sites');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeVisible();
  expect(broken).not.toBeNull();
});

test('C12 the tutorial starts from the sidebar, asks before it is skipped, and ends', async ({ page }) => {
  await dismissBanner(page);
  await openSignedIn(page, { at: '/analytics/sites' });
  await page.getByRole('button', { name: 'Tutorial' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Welcome to Atrium');
  await dialog.getByRole('button', { name: 'Show me' }).click();
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog).toContainText('Skip the tutorial?');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog).toContainText('Step 1 of 5');
  for (let step = 0; step < 5; step += 1) await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog).toContainText('That was all');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});

test('C11 the migration banner in the last week, the notice afterwards, the guide always', async ({ page }) => {
  await dismissBanner(page);
  let deadline = Date.now() + 3 * 86_400_000;
  await page.route('**/v2/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('migrationDeadline')) return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data: { organization: { migrationDeadline: number } } };
    body.data.organization.migrationDeadline = deadline;
    return route.fulfill({ response, json: body });
  });
  await openSignedIn(page, { at: '/analytics/sites' });
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short' }).format(deadline + 86_400_000);
  await expect(page.getByText(`This version closes on ${shown}`)).toBeVisible();
  await page.getByRole('link', { name: 'Read the guide' }).click();
  await expect(page).toHaveURL(/\/help#migration/);
  await expect(page.getByText('a notice appears seven days before')).toBeVisible();

  // On the day of the deadline access continues, until the date shown.
  deadline = Date.now() - 1000;
  await page.goto('/analytics/sites');
  await expect(page.getByText('This version closes on')).toBeVisible();
  deadline = Date.now() - 86_401_000;
  await page.goto('/analytics/sites');
  await expect(page.getByRole('heading', { name: 'This version is closed' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('link', { name: 'Read the guide' }).click();
  await expect(page.getByRole('heading', { name: 'Help centre' })).toBeVisible();
});

test('A18 nothing is measured before consent; accepted, the banner stays away', async ({ page, context }) => {
  const sent: string[] = [];
  // Fetched beforehand, because a response is lost when its page is left.
  const settings = await (await page.request.get('/v2/settings')).json();
  await page.route('**/v2/settings', (route) => {
    const sinks = { web: `${new URL(page.url()).origin}/v2/sink`, session: null, pipeline: null, survey: null };
    return route.fulfill({ json: { ...settings, sinks } });
  });
  await page.route('**/v2/sink', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: 204 });
  });
  await signInByCookie(page);
  await page.goto('/help');
  const banner = page.getByRole('complementary', { name: 'Cookies' });
  await expect(banner).toBeVisible();
  expect(sent).toEqual([]);
  await banner.getByRole('button', { name: 'Accept' }).click();
  await expect(banner).toHaveCount(0);
  await expect(async () => expect(sent.join()).toContain('/help')).toPass();
  const cookie = (await context.cookies()).find(({ name }) => name === 'atrium-consent');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('C05 on a phone everything is one column, and the bottom bar navigates', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 400, height: 850 },
    hasTouch: true,
    isMobile: true,
    locale: 'en',
  });
  const page = await context.newPage();
  await dismissBanner(page);
  await openSignedIn(page, { at: '/analytics/sites' });
  const bar = page.getByRole('navigation', { name: 'Main pages' }).last();
  await bar.getByRole('button', { name: 'Bookmarks' }).click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Bookmarks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Discover' }).click();
  await expect(page).toHaveURL(/\/analytics\/dashboard/);
  for (const path of ['/analytics/dashboard', '/home', '/home2', '/help']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  }
  await page.goto('/counting/1');
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  const naming = page.getByRole('dialog', { name: 'New bookmark' });
  await expect(naming.getByRole('button', { name: 'Save' })).toBeVisible();
  expect((await naming.boundingBox())?.width).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters' }).click();
  const sheet = await page.getByRole('dialog', { name: 'More filters' }).boundingBox();
  expect([sheet?.x, sheet?.width]).toEqual([0, 400]);
  await context.close();
});

test('C05 on a tablet the desktop page is scaled to the screen, in both orientations', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 800, height: 1100 },
    screen: { width: 800, height: 1100 },
    isMobile: true,
    hasTouch: true,
    locale: 'en',
  });
  const page = await context.newPage();
  await dismissBanner(page);
  await openSignedIn(page, { at: '/analytics/sites' });
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1200);
  await expect(sidebar(page).getByRole('link', { name: 'Sites overview' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1200);
  // Pinch zoom is not disabled.
  await expect(page.locator('meta[name=viewport]')).not.toHaveAttribute('content', /maximum-scale|user-scalable/);
  await context.close();
});

test('on paper a page has no navigation and no buttons', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  const buttons = page
    .locator('main')
    .getByRole('button', { name: /^(Share|Export|Bookmark|New alert|Write an entry)$/ });
  const links = page.locator('main').getByRole('link', { name: /^(Export|New alert)$/ });
  // Controls of the filter bar, of lists and of charts.
  const tools = 'search, [type=search], select, button[aria-pressed], section > header > button';
  for (const path of ['/counting/1', '/alerts', '/dashboard/2/page/3', '/analytics/sites']) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(buttons.or(links).first(), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main pages' })).toBeHidden();
    await expect(buttons.or(links).filter({ visible: true }), path).toHaveCount(0);
    await expect(page.locator('main').locator(tools).filter({ visible: true }), path).toHaveCount(0);
  }
});

test('the shell’s pages are accessible, light, dark and right to left', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  for (const path of [
    '/analytics/dashboard',
    '/home',
    '/home2',
    '/help#product-2',
    `/embeded/${base64('https://evil.example')}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const [look, direction, colorScheme] of [
      ['light', 'ltr', 'light'],
      ['dark', 'ltr', 'dark'],
      ['right to left', 'rtl', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(
        ([dir, theme]) => {
          document.documentElement.setAttribute('dir', dir);
          document.documentElement.setAttribute('data-theme', theme);
        },
        [direction, colorScheme] as const,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
      expect([path, look, await findViolations(page)]).toEqual([path, look, []]);
    }
  }
});
