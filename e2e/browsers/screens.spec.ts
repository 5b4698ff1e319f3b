import { asked, asking } from '../support/asking.ts';
import { type Ids, idsOf } from '../support/ids.ts';
import { addressOf, routes } from '../support/routes.ts';
import { missedControls, settled } from './controls.ts';
import { expect, test } from './journey.ts';

/** Routes that redirect at once, or show an external page. */
const others = new Set(['/login', '/dashboard', '/t/$code', '/embeded/$', '/onboarding/$', '/invitation']);
/** The overview's route is declared by a constant, the landing page. */
const screens = ['/analytics/sites', ...routes].filter((route) => !others.has(route));

let ids: Ids;

test.beforeAll(async ({ playwright: _ }, { project }) => {
  ids = await everything(project.use.baseURL ?? '');
});

/** Returns the ids the demo's administrator sees, including a draft page. */
async function everything(origin: string): Promise<Ids> {
  const { login } = await asked<{ login: { token: string } }>(
    asking(origin, null),
    'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }',
    { email: 'admin@demo.example', password: 'Demo-pass-1' },
  );
  const ask = asking(origin, login.token);
  const found = await idsOf(ask);
  if (found.get('dashboard_drafts')?.length) return found;
  const open = 'mutation ($id: Int!) { openDashboardDraft(dashboardId: $id) { id } }';
  await asked(ask, open, { id: found.get('dashboards')?.[0] });
  return idsOf(ask);
}

for (const route of screens)
  test(`every control of ${route} is hit at its center`, async ({ tab }) => {
    await tab.visit(addressOf(route, ids));
    await settled(tab);
    await tab.hasNoFault();
    const { looked, missed } = await missedControls(tab);
    expect(looked).toBeGreaterThan(0);
    expect(missed).toEqual([]);
  });
