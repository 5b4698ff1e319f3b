import { type APIRequestContext, expect, type Page } from '@playwright/test';

const demoPassword = 'Demo-pass-1';

/** Submits email and password on the sign-in page; what follows depends on the account. */
export async function submitCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  if (new URL(page.url(), 'http://nowhere').pathname !== '/login') await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

export async function signIn(page: Page, email = 'admin@demo.example'): Promise<void> {
  await page.goto('/login');
  await submitCredentials(page, email);
  await expect(page).toHaveURL(/\/analytics\/sites/);
}

/** Signs in by cookie without opening a page, for journeys that start on their own page. */
export async function signInByCookie(page: Page, email = 'admin@demo.example'): Promise<void> {
  const value = await fetchToken(page.request, email);
  const url = await getOrigin(page);
  await page.context().addCookies(
    [
      { name: 'production-atrium-token', value },
      { name: 'production-atrium-session', value: '1' },
    ].map((cookie) => ({ ...cookie, url, sameSite: 'Strict' as const })),
  );
}

/** Same, and opens a page, by default one with few requests, for journeys that continue by the sidebar. */
export async function openSignedIn(page: Page, { at = '/help', email = 'admin@demo.example' } = {}): Promise<void> {
  await signInByCookie(page, email);
  await page.goto(at);
}

const getOrigin = async (page: Page) => new URL((await page.request.get('/readyz')).url()).origin;

/** Answers the cookie banner, which has its own journeys. */
export async function dismissBanner(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'atrium-consent', value: 'no', url: await getOrigin(page) }]);
}

/** Calls the API as a user; throws with the response on errors. */
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

export async function fetchToken(request: APIRequestContext, email = 'admin@demo.example'): Promise<string> {
  const { login } = await ask<{ login: { token: string } }>(
    request,
    null,
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email, password: demoPassword },
  );
  return login.token;
}
