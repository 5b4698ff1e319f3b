import type { BrowserContext, Page, Request } from '@playwright/test';
import { signIn } from '../support/account.ts';
import { expect, test } from '../support/product.ts';
import { wholePage } from '../support/whole-page.ts';

test.use({ settings: { ATRIUM_HOST_COOKIES: '1', ATRIUM_SIMULATOR: '1' } });

/** Returns the token as stored in the browser. */
async function tokenIn(context: BrowserContext): Promise<string> {
  const kept = (await context.cookies()).find(({ name }) => name === '__Host-production-atrium-token');
  if (kept !== undefined) expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  return kept?.value ?? '';
}

/** Everything that our own or an injected script can read of a page. */
const readable = (page: Page) =>
  page.evaluate(() =>
    [document.cookie, location.href, ...[localStorage, sessionStorage].map((store) => JSON.stringify(store))].join(' '),
  );

test('A07 no script can read the token; sign-in, live values, renewal and logout still work', async ({
  page,
  context,
  product,
}) => {
  const tokens = new Set<string>();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const hidden = async () => {
    const token = await tokenIn(context);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    tokens.add(token);
    const seen = await readable(page);
    // The script sees the token's name part, not its signature.
    expect(seen).toContain('production-atrium-token=named.');
    for (const each of tokens) expect(`${seen} ${addresses.join(' ')}`).not.toContain(each.split('.')[2]);
  };
  await signIn(page);
  await hidden();
  let told = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"next"')) told += 1;
    }),
  );
  await page.goto('/counting/1');
  await expect(page.locator('h1').first()).toBeVisible();
  await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThan(1);
  await hidden();
  await page.reload();
  await expect(page.locator('h1').first()).toBeVisible();
  await product.pass(16 * 60_000);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect.poll(() => tokenIn(context)).not.toBe([...tokens][0]);
  await hidden();
  expect(tokens.size).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => tokenIn(context)).toBe('');
  expect(await readable(page)).not.toContain('named.');
});

/** Returns the operation and the variables of a request. */
function parseOperation(request: Request): readonly [name: string, key: string] | null {
  if (!request.url().endsWith('/v2/graphql')) return null;
  const { operationName, variables = {} } = JSON.parse(request.postData() ?? '{}');
  return [operationName, `${operationName} ${JSON.stringify(variables)}`];
}

/**
 * Reloads an address and checks its first requests: the page itself sent those of `asks`, the script repeated none and
 * sent only those of `later`, and `isDrawn` sees the numbers.
 */
async function expectAskedFirst(
  page: Page,
  address: string,
  {
    asks,
    later = [],
    isDrawn,
  }: { readonly asks: readonly string[]; readonly later?: readonly string[]; readonly isDrawn: () => Promise<void> },
): Promise<void> {
  const asked: string[] = [];
  const listen = (request: Request) => {
    const [name, key] = parseOperation(request) ?? ['', ''];
    if (asks.includes(name)) asked.push(key);
  };
  // Drops pending requests of the previous page.
  await page.goto('about:blank');
  page.on('request', listen);
  await page.goto(address);
  await isDrawn();
  page.off('request', listen);
  const byPage = await page.evaluate(() => {
    const { askedFirst } = window as unknown as { askedFirst?: { sent: ReadonlyMap<string, unknown> } };
    return [...(askedFirst?.sent.keys() ?? [])];
  });
  expect(byPage.map((key) => key.split(' ')[0] ?? '').toSorted()).toEqual(asks.toSorted());
  expect(asked.filter((key) => byPage.includes(key)).toSorted()).toEqual(byPage.toSorted());
  const byScript = asked.filter((key) => !byPage.includes(key));
  expect(byScript.map((key) => key.split(' ')[0])).toEqual(later);
}

test('pages request their numbers before their script loads, with a token they cannot read, and once', async ({
  page,
}) => {
  await signIn(page);
  const main = page.getByRole('main');
  await expectAskedFirst(page, '/', {
    asks: ['Viewer', 'OverviewSites', 'Answers', 'Answers'],
    // The course of the day comes once the rest is drawn.
    later: ['Answers'],
    isDrawn: async () => {
      await expect(main.locator('tbody tr').first()).toBeVisible();
      await expect(main.locator('table[aria-busy="true"], [class*="ghost"]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
    },
  });
  await page.goto('/analytics/dashboard');
  const address = await main.getByRole('link', { name: wholePage.dashboard }).first().getAttribute('href');
  await expectAskedFirst(page, address ?? '', {
    asks: ['Viewer', 'CustomPage', 'WidgetSites', 'Answers'],
    isDrawn: async () => {
      await expect(main.getByRole('button', { name: /^Actions for/ })).toHaveCount(wholePage.widgets);
      await expect(main.getByRole('status')).toHaveCount(0);
    },
  });
});
