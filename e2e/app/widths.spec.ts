import { dismissBanner, signInByCookie } from '../support/account.ts';
import { expect, type Page, test } from '../support/journey.ts';

const widths = [1024, 1100, 1280, 1440];
const pages = ['/analytics/sites', '/alerts', '/stop-n-go', '/reports', '/export-data', '/settings/user-management'];

/** Returns the visible main links that a click at their center would miss. */
const coveredLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Main pages' }).evaluate((nav) =>
    [...nav.querySelectorAll('a')]
      .filter((link) => link.checkVisibility({ visibilityProperty: true }))
      .filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map(({ textContent }) => textContent),
  );

/** Returns how far the content exceeds the window, and the scroll containers of tables. */
const excess = (page: Page) =>
  page.evaluate(() => ({
    window: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    tables: [...document.querySelectorAll('main [role="group"]:has(> table)')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.getAttribute('aria-labelledby') ?? box.ariaLabel} ${box.scrollWidth - box.clientWidth} px`),
  }));

/** Returns the texts that end in an ellipsis in first columns and names of rows. */
const cutNames = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main tr > :is(:first-child, [scope=row]), main tr > :is(:first-child, [scope=row]) *',
      ),
    ]
      .filter((part) => getComputedStyle(part).textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth)
      .map(({ textContent }) => textContent),
  );

test('on a phone and a tablet nothing scrolls sideways, not even the tables of a site', async ({ page }) => {
  await dismissBanner(page);
  await signInByCookie(page);
  for (const width of [400, 860])
    for (const path of [...pages, '/counting', '/counting/1', '/counting/1/flow', '/counting/1/sensors']) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { window, tables } = await excess(page);
      expect(window, `${path} at ${width} px is wider than the window`).toBe(0);
      if (width === 400 && path.startsWith('/counting')) expect(tables, `${path} at ${width} px`).toEqual([]);
    }
});

for (const width of widths)
  test(`at ${width} px nothing scrolls sideways, no name is cut off, and every main link is within reach`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await dismissBanner(page);
    await signInByCookie(page);
    for (const path of [...pages, '/counting', '/atmosphere', '/energy', '/counting/1']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${path} is wider than the window`).toBeLessThanOrEqual(0);
      expect(await coveredLinks(page), path).toEqual([]);
      expect(await cutNames(page), `${path} cuts names off`).toEqual([]);
    }
    const main = page.getByRole('navigation', { name: 'Main pages' });
    const shown = await main.getByRole('link').allTextContents();
    const more = main.getByRole('button', { name: 'More pages' });
    if (await more.isVisible()) {
      await more.click();
      shown.push(...(await page.getByRole('menuitem').allTextContents()));
    }
    expect(shown).toEqual(['Analytics', 'Sales', 'Export', 'Alerts', 'Reports', 'Import', 'Stop&Go']);
  });
