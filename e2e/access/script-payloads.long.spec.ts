import { read } from '@e965/xlsx';
import { startMailServer, type TestMailServer } from '../../packages/api/src/platform/channels/testing/mail-server.ts';
import { askOrThrow } from '../support/asking.ts';
import { type EmptyInstallation, startEmpty } from '../support/empty-installation.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { buildAddress, routes } from '../support/routes.ts';
import { parseHtml } from './payloads/parse-html.ts';
import { address, payload, sentAddresses, shown } from './payloads/payload.ts';
import { nameOf, type Put, putEverywhere, texts } from './payloads/put-everywhere.ts';
import { watchScripts } from './payloads/watch-scripts.ts';

let mails: TestMailServer;
let installation: EmptyInstallation;
let put: Put;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  mails = await startMailServer();
  installation = await startEmpty({ SMTP_URL: mails.url });
  put = await putEverywhere(installation.origin, installation.invitation, mails.received);
});

test.afterAll(async () => {
  await installation.stop();
  await mails.close();
});

async function enter(page: Page): Promise<void> {
  const cookie = (name: string, value: string) => ({
    name,
    value,
    url: installation.origin,
    sameSite: 'Strict' as const,
  });
  await page
    .context()
    .addCookies([
      cookie('production-atrium-token', put.token),
      cookie('production-atrium-session', '1'),
      cookie('atrium-consent', 'no'),
    ]);
}

test('every text field accepts a script, as text', () => {
  /** Names of arguments with texts for other users. */
  const words = /(^|\.)(\w*[nN]ame|\w*[tT]itle|note|message|msg\w+|reason|address|captions?|text|suffix)$/;
  const missing = texts.filter((text) => words.test(text.leaf.path) && !put.taken.has(nameOf(text))).map(nameOf);
  expect(missing).toEqual([
    // Needs an uploaded picture; the site file's map has one.
    'saveMapView.config.layers.name',
    // Allows only letters and spaces.
    ...['updateUser.profile', 'updateUserProfile.profile'].flatMap((path) => [`${path}.firstName`, `${path}.lastName`]),
    // Sent with a file, in a form.
    'uploadMapPicture.name',
  ]);
});

test('no page of the product runs a payload', async ({ page, context }) => {
  await enter(page);
  const pages = await everyPage();
  expect(pages.length).toBeGreaterThan(50);
  const showing: string[] = [];
  const crawl = async (tab: Page) => {
    const watch = await watchScripts(tab);
    for (let path = pages.shift(); path !== undefined; path = pages.shift()) {
      await tab.goto(`${installation.origin}${path}`);
      await settled(tab);
      expect([path, await watch.findings()]).toEqual([path, []]);
      if (await tab.evaluate((text) => document.body.innerText.includes(text), shown)) showing.push(path);
    }
  };
  const count = pages.length;
  await Promise.all([crawl(page), crawl(await context.newPage())]);
  process.stdout.write(`${showing.length} of ${count} pages show a script as text\n`);
  // Most pages showed the payload as text.
  expect(showing.length).toBeGreaterThan(count / 2);
});

/** Returns all routes with existing ids, the public page of a screen, and links an attacker may send. */
async function everyPage(): Promise<string[]> {
  const { createShortLink } = await askOrThrow<{ createShortLink: { code: string } }>(
    put.ask,
    'mutation ($path: String!) { createShortLink(path: $path) { code } }',
    { path: `/counting?q=${encodeURIComponent(payload)}` },
  );
  const { allStopAndGoScreens } = await askOrThrow<{ allStopAndGoScreens: readonly { readonly path: string }[] }>(
    put.ask,
    '{ allStopAndGoScreens { path } }',
  );
  return [
    ...routes.map((route) => buildAddress(route, put.ids, { code: createShortLink.code, embedded: address })),
    ...allStopAndGoScreens.slice(0, 1).map((screen) => screen.path),
    ...sentAddresses,
  ];
}

/** Waits at most 1.5 s for an idle network, then until nothing on the page is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => {});
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

test('a payload treated as markup would be detected', async ({ page }) => {
  const watch = await watchScripts(page);
  await enter(page);
  await page.goto(`${installation.origin}/help`);
  await settled(page);
  expect(await watch.findings()).toEqual([]);
  const insert = (html: string) =>
    page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', `<p>${text}</p>`), html);
  await insert(payload);
  await expect.poll(() => watch.findings()).toContainEqual(expect.stringContaining('the policy kept from running'));
  expect(await watch.findings()).toContainEqual(expect.stringContaining('a handler: img onerror='));
  await insert('<a href="javascript:__ran(5)">there</a>');
  expect(await watch.findings()).toContainEqual(expect.stringContaining('an address: a href='));
  // Control: without a content security policy the payload runs.
  await page.goto('about:blank');
  await insert(payload);
  await expect.poll(() => watch.findings()).toContain('script 2 ran');
});

test('mails show it as text', async ({ page }) => {
  const watch = await watchScripts(page);
  await askOrThrow(put.ask, 'mutation ($id: Int!) { sendTestReport(id: $id) { __typename } }', {
    id: put.ids.get('reports')?.[0],
  });
  const pages = () => mails.received.flatMap(({ raw }) => parseHtml(raw) ?? []);
  const carrying = () => pages().filter((html) => html.includes('&lt;img src=x onerror=__ran(2)&gt;'));
  await expect.poll(() => carrying().length, { timeout: 60_000 }).toBeGreaterThan(1);
  for (const html of pages()) {
    await page.setContent(html);
    expect(await watch.findings()).toEqual([]);
  }
});

/** Exports a site's counts and returns the file. */
async function fileOf(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { me } = await askOrThrow<{ me: { id: number } }>(put.ask, '{ me { id } }');
  const [site] = put.ids.get('installations') ?? [];
  const to = Date.now();
  const { exportData } = await askOrThrow<{ exportData: number }>(
    put.ask,
    `query ($site: Int!, $zones: [Int!]!, $users: [Int!]!, $from: Timestamp!, $to: Timestamp!, $format: ExportFormat!) {
      exportData(dataType: counting, format: $format, from: $from, to: $to, granularity: 3600,
        includeSubZones: true, installationId: $site, target: zone, userIds: $users, zoneIds: $zones) }`,
    { site, zones: put.ids.get('zones'), users: [me.id], from: to - 86_400_000, to, format },
  );
  type Jobs = { readonly nodes: readonly { readonly id: number; readonly state: string; readonly address: string }[] };
  const job = async () => {
    const { exportJobs } = await askOrThrow<{ exportJobs: Jobs }>(
      put.ask,
      '{ exportJobs { nodes { id state address } } }',
    );
    return exportJobs.nodes.find(({ id }) => id === exportData);
  };
  await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('done');
  const file = await fetch(new URL((await job())?.address ?? '', installation.origin));
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
}

test('files contain it as text, without formulas', async () => {
  const csv = (await fileOf('csv')).toString('utf8');
  expect(csv).toContain(shown);
  expect(csv).toContain("'=HYPERLINK(");
  expect(csv).not.toMatch(/(^|[^'])=HYPERLINK/m);
  const book = read(await fileOf('xlsx'), { cellFormula: true });
  type Cell = { readonly f?: string; readonly v?: unknown };
  const cells = book.SheetNames.flatMap((name) => Object.values(book.Sheets[name] ?? {}) as readonly Cell[]);
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
  expect(cells.filter(({ v }) => String(v).includes(shown)).length).toBeGreaterThan(1);
  expect(cells.some(({ v }) => String(v).startsWith('=HYPERLINK('))).toBe(true);
});
