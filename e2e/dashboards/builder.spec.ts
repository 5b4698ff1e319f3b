import { fetchToken } from '../support/account.ts';
import { type BuilderHost, getReceived, post, previewFrame, startBuilderHost } from '../support/builder-host.ts';
import { expect, type Page, test } from '../support/journey.ts';

let host: BuilderHost;
// Slow, because each test opens two pages, one inside the other.
test.slow();
test.beforeEach(async ({ baseURL }) => {
  host = await startBuilderHost(baseURL ?? '');
});
test.afterEach(() => host.close());

const shown = {
  type: 'builder.config',
  page: {
    name: 'A page in the making',
    widgets: [
      { type: 'kpis', title: 'Who is here', zoneIds: [1], metrics: [{ type: 'inside' }, { type: 'affluenceIn' }] },
      { type: 'zones', title: 'How full', zoneIds: [1], metrics: [{ type: 'inside' }] },
      { type: 'hologram', title: 'Not yet' },
    ],
  },
};

async function open(page: Page): Promise<void> {
  await page.goto(host.origin);
  await expect.poll(() => getReceived(page)).toEqual([{ type: 'builder.ready' }]);
}

test('F04 a builder signs its frame in, posts a page, and another in its place', async ({ page, request, context }) => {
  await open(page);
  const preview = previewFrame(page);
  await expect.poll(() => preview.url()).toMatch(/\/login/);
  await post(page, { type: 'builder.init' });
  await expect.poll(() => getReceived(page)).toHaveLength(2);
  await post(page, { type: 'builder.token', token: await fetchToken(request) });
  await expect.poll(() => preview.url()).toMatch(/\/widget-builder/);
  await expect(preview.getByText('Preview as Leïla Haddad')).toBeVisible();
  await expect(preview.getByText('Waiting for a page')).toBeVisible();

  await post(page, shown);
  await expect(preview.getByRole('heading', { level: 1, name: 'A page in the making' })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'How full' })).toContainText(/Whole centre|Closed/);
  await expect(preview.getByRole('region', { name: 'hologram' })).toBeVisible();
  expect(await getReceived(page)).toContainEqual({ type: 'builder.shown', widgets: 2, unknown: 1 });

  await post(page, { type: 'builder.config', page: { name: 'Another', widgets: [shown.page.widgets[1]] } });
  await expect(preview.getByRole('heading', { level: 1, name: 'Another' })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'hologram' })).toHaveCount(0);
  await expect(preview.getByRole('region', { name: 'How full' })).toHaveCount(1);

  // The browser's own session, if any, stays unchanged.
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.includes('token'))).toEqual([]);

  await post(page, { type: 'builder.token', token: await fetchToken(request, 'viewer@demo.example') });
  await expect(preview.getByText('Camille Rochat')).toBeVisible();
});

test('F04 other messages are ignored: from another frame of the builder, another origin, or of another kind', async ({
  page,
  request,
}) => {
  const noted: string[] = [];
  page.on('console', (line) => noted.push(line.text()));
  await open(page);
  const preview = previewFrame(page);
  await post(page, { type: 'builder.token', token: await fetchToken(request) });
  await expect(preview.getByText('Waiting for a page')).toBeVisible();
  const before = (await getReceived(page)).length;

  const said = { ...shown, page: { ...shown.page, name: 'Hostile' } };
  // Frames beside the preview: of the builder's origin, of another, and with an opaque origin.
  for (const [src, sandbox] of [
    [`${host.origin}/empty`, null],
    [`${host.foreign}/empty`, null],
    [`${host.origin}/empty`, 'allow-scripts'],
  ] as const) {
    const sibling = await page.evaluateHandle(
      ([address, rule]) =>
        new Promise<HTMLIFrameElement>((resolve) => {
          const frame = document.createElement('iframe');
          if (rule !== null) frame.setAttribute('sandbox', rule);
          frame.onload = () => resolve(frame);
          frame.src = address;
          document.body.append(frame);
        }),
      [src, sandbox] as const,
    );
    const frame = await sibling.asElement()?.contentFrame();
    await frame?.evaluate((data) => {
      parent.frames[0]?.postMessage(data, '*');
    }, said);
  }
  // The frame posts to itself.
  await preview.evaluate((data) => postMessage(data, '*'), said);
  for (const wrong of [
    'builder.init',
    { ...said, type: 'config' },
    { ...said, extra: 1 },
    { type: 'builder.config', page: { widgets: 'x' } },
    { type: 'builder.token', token: 'a;b' },
  ])
    await post(page, wrong);

  await post(page, shown);
  await expect(preview.getByRole('heading', { level: 1, name: 'A page in the making' })).toBeVisible();
  await expect(preview.getByText('Hostile')).toHaveCount(0);
  expect((await getReceived(page)).slice(before)).toEqual([{ type: 'builder.shown', widgets: 2, unknown: 1 }]);
  for (const why of [/came from http:.*, not from/, /came from null, not from/, /another window/, /not written as/])
    expect(noted).toContainEqual(expect.stringMatching(why));
});

test('F04 another site cannot frame the preview, and the builder can frame only the preview', async ({
  page,
  baseURL,
}) => {
  await page.goto(host.foreign);
  await expect.poll(() => previewFrame(page).url()).toMatch(/^chrome-error:/);
  await page.goto(`${host.origin}/empty`);
  await page.setContent(`<iframe src="${baseURL}/analytics/sites"></iframe>`);
  await expect.poll(() => previewFrame(page).url()).toMatch(/^chrome-error:/);
});
