import { dismissBanner, signInByCookie } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test.use({ hasTouch: true, isMobile: true });

test('fields have a font size at which iOS does not zoom', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await dismissBanner(page);
  const sizes = () =>
    page
      .locator(
        'input:not([type=checkbox], [type=radio], [type=color], [type=file]):visible, select:visible, textarea:visible',
      )
      .evaluateAll((fields) =>
        fields.map((field) => ({
          name: field.getAttribute('name') ?? field.getAttribute('aria-label') ?? field.id,
          size: Number.parseFloat(getComputedStyle(field).fontSize),
        })),
      );
  const small = async (path: string, atLeast: number) => {
    await page.goto(path);
    await expect.poll(async () => (await sizes()).length).toBeGreaterThanOrEqual(atLeast);
    return (await sizes()).filter(({ size }) => size < 16);
  };
  expect(await small('/login', 2)).toEqual([]);
  await signInByCookie(page);
  expect(await small('/analytics/sites', 1)).toEqual([]);
  expect(await small('/alerts/new-alert', 4)).toEqual([]);
  expect(await small('/export-data', 2)).toEqual([]);
});

test('the sidebar of a tablet does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 1024 });
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/analytics/sites');
  const sidebar = page.locator('[data-tour=sidebar]');
  await expect(sidebar.getByRole('button', { name: /^Delete the bookmark/ }).first()).toBeVisible();
  expect(await sidebar.evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0);
});

test('can be put on the home screen of a phone, where iPhones allow notifications', async ({ page, request }) => {
  await page.goto('/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { display, start_url, icons } = await answer.json();
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' });
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const wanted = [
    ...icons.map(({ src, sizes }: Record<'src' | 'sizes', string>) => ({ src, sizes })),
    { src: touchIcon, sizes: '180x180' },
  ];
  expect(wanted.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512', '180x180']);
  for (const { src, sizes } of wanted) {
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src ?? '');
    expect(size).toBe(sizes);
  }
});

test('/ focuses the search field if there is one, and otherwise opens the palette', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  await page.goto('/analytics/sites');
  const find = page.getByRole('searchbox', { name: 'Find a site' });
  await expect(find).toBeVisible();
  await page.locator('body').press('/');
  await expect(find).toBeFocused();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(find).toHaveValue('');
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('body').press('/');
  await expect(page.locator('dialog[open] input')).toBeFocused();
});
