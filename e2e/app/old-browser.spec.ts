import { expect, test } from '../support/journey.ts';

for (const lacking of ['Map.groupBy', 'URL.canParse', 'Intl.Segmenter'])
  test(`a browser without ${lacking} says that it is too old, and nothing else`, async ({ page }) => {
    await page.addInitScript((path) => {
      const [object = '', name = ''] = path.split('.');
      delete (globalThis as unknown as Record<string, Record<string, unknown>>)[object]?.[name];
    }, lacking);
    // The page stops loading, so its load event never fires.
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toHaveText(
      /^This browser is too old for Atrium\. .*: Chrome 120, Edge 120, Firefox 125, Safari 17\.4$/,
    );
    await expect(page.locator('input')).toHaveCount(0);
  });

test('a supported browser sees no warning', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('input[type=email]')).toBeVisible();
  await expect(page.getByText('too old')).toHaveCount(0);
});
