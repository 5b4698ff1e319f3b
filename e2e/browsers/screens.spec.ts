import { askOrThrow, createAsk } from '../support/asking.ts';
import { findIds, type Ids } from '../support/ids.ts';
import { buildAddress, routes } from '../support/routes.ts';
import { findMissedControls, waitUntilSettled } from './controls.ts';
import { expect, test } from './journey.ts';

/** Routes that redirect at once, or show an external page. */
const skippedRoutes = new Set(['/login', '/dashboard', '/t/$code', '/embeded/$', '/onboarding/$', '/invitation']);
/** The overview's route is declared by a constant, the landing page. */
const screens = ['/analytics/sites', ...routes].filter((route) => !skippedRoutes.has(route));

let ids: Ids;

test.beforeAll(async ({ playwright: _ }, { project }) => {
  ids = await findAllIds(project.use.baseURL ?? '');
});

/** Returns the ids the demo's administrator sees, including a draft page. */
async function findAllIds(origin: string): Promise<Ids> {
  const { login } = await askOrThrow<{ login: { token: string } }>(
    createAsk(origin, null),
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email: 'admin@demo.example', password: 'Demo-pass-1' },
  );
  const ask = createAsk(origin, login.token);
  const found = await findIds(ask);
  if (found.get('dashboard_drafts')?.length) return found;
  const open = 'mutation ($id: Int!) { openDashboardDraft(dashboardId: $id) { id } }';
  await askOrThrow(ask, open, { id: found.get('dashboards')?.[0] });
  return findIds(ask);
}

for (const route of screens)
  test(`every control of ${route} is hit at its center`, async ({ tab }) => {
    await tab.visit(buildAddress(route, ids));
    await waitUntilSettled(tab);
    await tab.hasNoFault();
    const { looked, missed } = await findMissedControls(tab);
    expect(looked).toBeGreaterThan(0);
    expect(missed).toEqual([]);
  });
