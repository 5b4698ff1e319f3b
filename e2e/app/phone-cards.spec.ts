import { openSignedIn } from '../support/account.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.use({ viewport: { width: 400, height: 900 } });

/** The names that cards show before their values, as they are painted. */
const namesIn = (page: Page) =>
  page.locator('tbody > tr:first-child > *').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { content, display } = getComputedStyle(cell, '::before');
      return display === 'none' || content === 'none' ? [] : [content.replaceAll('"', '')];
    }),
  );

for (const { path, names } of [
  { path: '/alerts', names: ['Fired in 28 days', 'Last fired', 'Notifies'] },
  { path: '/stop-n-go', names: ['Inside', 'Limit'] },
  { path: '/reports', names: ['Days included'] },
  { path: '/settings/user-management', names: ['Two-factor', 'Created'] },
])
  test(`values that say too little alone are named on the cards of ${path}`, async ({ page }) => {
    await openSignedIn(page, { at: path });
    await expect(page.locator('tbody > tr').first()).toBeVisible();
    expect(await namesIn(page)).toEqual(names);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => namesIn(page)).toEqual([]);
  });

test('no figure of a phone writes over its picture', async ({ page }) => {
  await openSignedIn(page, { at: '/counting/1' });
  const foot = page.locator('main section p').filter({ hasText: /vs \d/ });
  await expect(foot.first()).toBeVisible();
  const covered = await page.locator('main section').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const [picture] = card.querySelectorAll('div > div > div > svg, div > div > svg');
      const foot = [...card.querySelectorAll(':scope > p')].at(-1);
      if (!picture?.checkVisibility() || !foot?.checkVisibility()) return [];
      const text = document.createRange();
      text.selectNodeContents(foot);
      const mark = picture.getBoundingClientRect();
      const isCovered = [...text.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          right > mark.left + 1 && left < mark.right - 1 && bottom > mark.top + 1 && top < mark.bottom - 1,
      );
      return isCovered ? [card.textContent] : [];
    }),
  );
  expect(covered).toEqual([]);
});
