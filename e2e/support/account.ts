import { type APIRequestContext, expect, type Page } from '@playwright/test';

const demoPassword = 'Demo-pass-1';

/** Hands in email and password at the sign-in page; what comes next depends on the account. */
export async function knock(page: Page, email: string, password = demoPassword): Promise<void> {
  if (new URL(page.url(), 'http://nowhere').pathname !== '/login') await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

export async function signIn(page: Page, email = 'admin@demo.example'): Promise<void> {
  await page.goto('/login');
  await knock(page, email);
  await expect(page).toHaveURL(/\/analytics\/sites/);
}

/** Is signed in without the sign-in page, which opens no page: for journeys that begin at a page of their own. */
export async function enter(page: Page, email = 'admin@demo.example'): Promise<void> {
  const value = await tokenOf(page.request, email);
  const url = await originOf(page);
  await page.context().addCookies(
    [
      { name: 'production-atrium-token', value },
      { name: 'production-atrium-session', value: '1' },
    ].map((cookie) => ({ ...cookie, url, sameSite: 'Strict' as const })),
  );
}

/** The same, at a page that asks for next to nothing where no other is named: for journeys that go on by the sidebar. */
export async function begin(page: Page, { at = '/help', email = 'admin@demo.example' } = {}): Promise<void> {
  await enter(page, email);
  await page.goto(at);
}

const originOf = async (page: Page) => new URL((await page.request.get('/readyz')).url()).origin;

/** The question about cookies has journeys of its own; in the others it has been answered. */
export async function withoutBanner(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'atrium-consent', value: 'no', url: await originOf(page) }]);
}

/** Asks the API as that person; throws with the answer when it refuses. */
export async function ask<Data>(
  request: APIRequestContext,
  token: string | null,
  query: string,
  variables: object = {},
) {
  const answer = await request.post('/v2/graphql', {
    data: { query, variables },
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  const body = (await answer.json()) as { data: Data; errors?: unknown };
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

export async function tokenOf(request: APIRequestContext, email = 'admin@demo.example'): Promise<string> {
  const { login } = await ask<{ login: { token: string } }>(
    request,
    null,
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email, password: demoPassword },
  );
  return login.token;
}
