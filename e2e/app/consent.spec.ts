import { findViolations } from '../support/accessible.ts';
import { openSignedIn } from '../support/account.ts';
import { type BrowserContext, expect, type Page, test } from '../support/journey.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Cookies' });
const refuse = (page: Page) => banner(page).getByRole('button', { name: 'Only what is necessary' });
const settled = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

/** Records what all pages of a browser send to the sink. */
async function watchSink(context: BrowserContext): Promise<readonly { kind: string; page?: string }[]> {
  const sent: { kind: string; page?: string }[] = [];
  await context.route('**/events', async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? '{}'));
    await route.fulfill({ status: 204 });
  });
  return sent;
}

test('A18 after a refusal the banner stays away for a month, in all tabs and later browser sessions', async ({
  page,
  context,
  browser,
}) => {
  const sent = await watchSink(context);
  await openSignedIn(page);
  const other = await context.newPage();
  await other.goto('/help');
  await expect(banner(other)).toBeVisible();
  await refuse(page).click();
  await expect(banner(page)).toHaveCount(0);
  // A tab that was already open applies the answer.
  await expect(banner(other)).toHaveCount(0);
  const cookie = (await context.cookies()).find(({ name }) => name === 'atrium-consent');
  expect(cookie?.value).toBe('no');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('consent');

  // A closed browser keeps only cookies with an expiry date.
  const lasting = (await context.cookies()).filter(({ expires }) => expires > 0);
  const later = await browser.newContext({ locale: 'en' });
  await later.addCookies(lasting);
  const reopened = await later.newPage();
  await reopened.goto('/login');
  await settled(reopened);
  await reopened.waitForLoadState('networkidle');
  await expect(banner(reopened)).toHaveCount(0);
  await later.close();
  expect(sent).toEqual([]);
});

test('A18 the answer can be changed at the sign-in page', async ({ page, context }) => {
  await page.goto('/login');
  await refuse(page).click();
  await expect(banner(page)).toHaveCount(0);
  const link = page.getByRole('button', { name: 'Cookie settings' });
  await link.press('Enter');
  await expect(banner(page)).toBeFocused();
  await expect(banner(page)).toContainText('You have refused: nothing is measured.');
  expect(await findViolations(page)).toEqual([]);
  await banner(page).getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(banner(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  expect((await context.cookies()).find(({ name }) => name === 'atrium-consent')?.value).toBe('yes');
});

test('A18 withdrawn consent ends tracking at once, in every tab', async ({ page, context }) => {
  const sent = await watchSink(context);
  const pages = () => sent.filter(({ kind }) => kind === 'page viewed').map((event) => event.page);
  await openSignedIn(page, { at: '/user-profile/preferences' });
  await banner(page).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(pages).toContain('/user-profile/preferences');
  const other = await context.newPage();
  await other.goto('/help');
  await expect.poll(pages).toContain('/help');

  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await expect(banner(page)).toContainText('You have agreed to usage being measured.');
  await refuse(page).click();
  await expect(banner(page)).toHaveCount(0);
  const before = sent.length;
  for (const tab of [page, other]) {
    await tab.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
    await expect(tab).toHaveURL(/\/home$/);
    await settled(tab);
    await tab.waitForLoadState('networkidle');
  }
  expect(sent.slice(before)).toEqual([]);
});
