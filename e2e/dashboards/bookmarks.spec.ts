import { ask, dismissBanner, fetchToken, openSignedIn, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages and sites' });
const bookmarks = (page: Page) => sidebar(page).getByRole('region', { name: 'Bookmarks' });

test.beforeEach(({ page }) => dismissBanner(page));

async function emptyBookmarks(request: Parameters<typeof fetchToken>[0]): Promise<string> {
  const token = await fetchToken(request);
  const { me } = await ask<{ me: { pinnedUrls: { id: number }[] } }>(request, token, '{ me { pinnedUrls { id } } }');
  for (const { id } of me.pinnedUrls) await ask(request, token, 'mutation ($id: Int!) { deletePin(id: $id) }', { id });
  return token;
}

test('E01 bookmarks: saved with the filters, renamed, ordered by keyboard, removed', async ({ page, request }) => {
  await emptyBookmarks(request);
  const noFaults = watchFaults(page);
  await signInByCookie(page);

  await page.goto('/counting/1');
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page).toHaveURL(/timespan=/);
  const kept = new URL(page.url());
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New bookmark' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Arcades du Lac');
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A bookmark needs a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Yesterday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/counting/2');
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await dialog.getByLabel('Name').fill('Second');
  await page.keyboard.press('Enter');
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Yesterday', 'Second']);

  await bookmarks(page).getByRole('link', { name: 'Yesterday' }).click();
  await expect(page).toHaveURL(new RegExp(`${kept.pathname}\\?`));
  expect(new URL(page.url()).searchParams.get('timespan')).toBe(kept.searchParams.get('timespan'));

  const handle = bookmarks(page).getByRole('button', { name: 'Move the bookmark Second' });
  await handle.focus();
  // Drag and drop loads when the pointer reaches the list; the focus stays.
  await expect(handle).toHaveAttribute('aria-roledescription');
  await expect(handle).toBeFocused();
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Second', 'Yesterday']);
  await page.reload();
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Second', 'Yesterday']);

  await bookmarks(page).getByRole('button', { name: 'Rename the bookmark Second' }).click();
  await bookmarks(page).getByRole('textbox').fill('First now');
  await page.keyboard.press('Enter');
  await expect(bookmarks(page).getByRole('link')).toHaveText(['First now', 'Yesterday']);
  await bookmarks(page).getByRole('button', { name: 'Delete the bookmark First now' }).click();
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Yesterday']);

  await page.getByRole('button', { name: 'Bookmarked' }).click();
  await expect(bookmarks(page).getByRole('link')).toHaveCount(0);
  noFaults();
});

test('C14 bookmarks are dragged into another order with the mouse', async ({ page, request }) => {
  const token = await emptyBookmarks(request);
  const add = 'mutation ($title: String!, $url: String!) { addPin(url: $url, title: $title) { id } }';
  for (const title of ['One', 'Two', 'Three']) await ask(request, token, add, { title, url: `/help?q=${title}` });
  await openSignedIn(page);
  const links = bookmarks(page).getByRole('link');
  await expect(links).toHaveText(['One', 'Two', 'Three']);
  const handle = async (title: string) => {
    await bookmarks(page).getByRole('link', { name: title }).hover();
    const grip = bookmarks(page).getByRole('button', { name: `Move the bookmark ${title}` });
    await expect(grip).toHaveAttribute('aria-roledescription');
    const box = await grip.boundingBox();
    if (box === null) throw new Error(`${title} has no handle`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const target = await handle('One');
  const start = await handle('Three');
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y - 8, { steps: 4 });
  await page.mouse.move(target.x, target.y - 2, { steps: 12 });
  await page.mouse.up();
  await expect(links).toHaveText(['Three', 'One', 'Two']);
  await page.reload();
  await expect(links).toHaveText(['Three', 'One', 'Two']);
  await emptyBookmarks(request);
});

test('a bookmark dragged over a scrolled list lands on the row at the pointer, also in the outer rows', async ({
  page,
  request,
}) => {
  const token = await emptyBookmarks(request);
  const add = 'mutation ($title: String!, $url: String!) { addPin(url: $url, title: $title) { id } }';
  const titles = Array.from({ length: 16 }, (_, index) => `Mark ${index}`);
  for (const title of titles) await ask(request, token, add, { title, url: `/help?q=${title.slice(5)}` });
  await page.setViewportSize({ width: 1440, height: 520 });
  await openSignedIn(page);
  const links = bookmarks(page).getByRole('link');
  await expect(links).toHaveText(titles);
  const list = page.locator('[data-tour="sidebar"]');
  await links.nth(8).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await links.nth(8).hover();
  const grip = bookmarks(page).getByRole('button', { name: 'Move the bookmark Mark 8', exact: true });
  await expect(grip).toHaveAttribute('aria-roledescription');
  // The last row that is fully visible.
  const last = await links.evaluateAll(
    (rows, bottom) => {
      const boxes = rows.map((row) => row.getBoundingClientRect());
      return boxes.findLastIndex((box) => box.bottom <= bottom);
    },
    await list.evaluate((element) => element.getBoundingClientRect().bottom),
  );
  expect(last).toBeGreaterThan(9);
  expect(last).toBeLessThan(15);
  const [start, end] = [await grip.boundingBox(), await links.nth(last).boundingBox()];
  if (start === null || end === null) throw new Error('The rows are not drawn');
  const scrolled = await list.evaluate((element) => element.scrollTop);
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, end.y + end.height / 2, { steps: 12 });
  // Pauses on the row, as people do before they drop.
  await page.waitForTimeout(500);
  expect(await list.evaluate((element) => element.scrollTop)).toBe(scrolled);
  await page.mouse.up();
  const others = titles.filter((title) => title !== 'Mark 8');
  await expect(links).toHaveText(others.toSpliced(last, 0, 'Mark 8'));
  await emptyBookmarks(request);
});

test('B09 an unfinished rename asks before leaving; the logo goes through the dashboard list', async ({
  page,
  request,
}) => {
  const token = await emptyBookmarks(request);
  await ask(request, token, 'mutation { addPin(url: "/help", title: "Help") { id } }');
  await openSignedIn(page, { at: '/analytics/sites' });
  const rename = async (title: string) => {
    await bookmarks(page)
      .getByRole('button', { name: /^Rename/ })
      .click();
    await bookmarks(page).getByRole('textbox').fill(title);
  };
  const question = page.getByRole('dialog', { name: 'Save your changes before leaving?' });
  const logo = page.getByRole('banner').getByRole('link', { name: 'Atrium' });

  await expect(logo).toHaveAttribute('href', '/analytics/sites');
  await rename('Half');
  await expect(logo).toHaveAttribute('href', '/analytics/dashboard');
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Dashboards' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/analytics\/sites/);

  await logo.click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/analytics\/dashboard/);
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Half']);

  await rename('Lost');
  await sidebar(page).getByRole('link', { name: 'Sites overview' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/analytics\/sites/);
  await expect(bookmarks(page).getByRole('link')).toHaveText(['Half']);

  await rename('Unloaded');
  const asked = page.waitForEvent('dialog');
  const leaving = page.reload().catch(() => undefined);
  const browserQuestion = await asked;
  expect(browserQuestion.type()).toBe('beforeunload');
  await browserQuestion.accept();
  await leaving;
  await emptyBookmarks(request);
});
