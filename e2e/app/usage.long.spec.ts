import { openSignedIn } from '../support/account.ts';
import { openPage } from '../support/dashboards.ts';
import { expect, type Page, test } from '../support/journey.ts';

/** Records all requests that leave the product's own server, and those to the sink. */
async function watchOutside(page: Page, baseURL: string) {
  const sent: { kind: string }[] = [];
  const outside: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http') && !request.url().startsWith(baseURL)) outside.push(request.url());
  });
  await page.route('**/events', async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? '{}'));
    await route.fulfill({ status: 204 });
  });
  return { sent, outside, kinds: () => sent.map(({ kind }) => kind) };
}

test('G15, A18 nothing is sent before consent; then views of charts and typing in fields, never the text', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const { sent, outside, kinds } = await watchOutside(page, baseURL ?? '');
  await openSignedIn(page, { at: '/analytics/sites' });
  await page.locator('[data-usage-field="sites.search"]').fill('Hush hush');
  await openPage(page, 'On the floor', 'Where people stay');
  await page.waitForTimeout(6500);
  expect(outside).toEqual([]);

  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(kinds).toContain('session begins');
  expect(kinds()).not.toContain('typed');
  expect(kinds()).not.toContain('chart viewed');
  await expect.poll(() => kinds().filter((kind) => kind === 'chart viewed').length, { timeout: 20_000 }).toBe(2);
  await page.waitForTimeout(6000);
  expect(kinds().filter((kind) => kind === 'chart viewed')).toHaveLength(2);
  expect(sent).toContainEqual(expect.objectContaining({ kind: 'chart viewed', chart: 'heatmap' }));

  await page.goto('/analytics/sites');
  const field = page.locator('[data-usage-field="sites.search"]');
  await field.pressSequentially('Arcades of the lake', { delay: 20 });
  await expect.poll(kinds).toContain('typed');
  expect(sent.filter(({ kind }) => kind === 'typed')).toEqual([
    { kind: 'typed', field: 'sites.search', at: expect.any(Number) },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Arcades|Hush|@demo|Haddad/);
});
