import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

const rival = 'admin@rival.example';

test.beforeEach(({ page }) => dismissBanner(page));

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('I01 alerts are found, sorted, switched and deleted in their list', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/alerts');
  await expect(row(page, 'Stale air in the centre')).toContainText('CO₂ above 900 ppm for 10 min');
  await expect(row(page, 'Little room in the market hall')).toContainText('Off');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('searchbox').fill('queue');
  await expect(page).toHaveURL(/q=queue/);
  await expect(row(page, 'Stale air')).toHaveCount(0);
  await expect(row(page, 'Long queue at the anchor store')).toBeVisible();
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No alert matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Off', exact: true }).click();
  await expect(page).toHaveURL(/show=off/);
  await expect(row(page, 'Stale air')).toHaveCount(0);
  await page.goto('/alerts?sort=title');
  await expect(page.getByRole('rowheader').first()).toContainText('A counter has lost its connection');
  await page.getByRole('button', { name: /^Alert/ }).click();
  await expect(page.getByRole('rowheader').first()).toContainText('Uncomfortable air');
  const power = page.getByRole('switch', { name: 'Boutique is crowded is on' });
  await power.click();
  await expect(page.getByText('The alert has been updated')).toBeVisible();
  await expect(power).toHaveAttribute('aria-checked', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(power).toHaveAttribute('aria-checked', 'true');
  noFaults();
});

/** Each type of condition has its own fields, and a back-test. */
async function tryEveryType(page: Page) {
  for (const [type, field] of [
    ['flux', 'Direction'],
    ['temperature', 'Fires below'],
    ['status', 'Kinds of devices'],
    ['intrusion', 'Passages'],
    ['stopAndGo', 'Event'],
    ['limit', 'Fires above'],
  ] as const) {
    await page.locator('select[name=type]').selectOption(type);
    await expect(page.getByText(field, { exact: true }).first()).toBeVisible();
  }
}

test('I02, I03, I05 an alert is back-tested, saved, edited and deleted', async ({ page }) => {
  test.slow();
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/alerts');
  await page.getByRole('link', { name: 'New alert' }).click();
  await expect(title(page)).toHaveText('New alert');
  await page.locator('[name=value]').fill('850');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.locator('[name=name]')).toBeFocused();
  await expect(page.getByText('must be filled in').first()).toBeVisible();
  await page.locator('[name=name]').fill('Journey of an alert');
  await page.locator('select[name=installationId]').selectOption({ label: 'Bahnhof Passage' });
  await page.locator('select[name=zoneId]').selectOption({ label: 'Whole passage' });
  await expect(page.getByText(/^It would have fired \d+ times/)).toBeVisible();
  await expect(page.getByText('With another limit')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  // Dragging the limit in the chart updates the field.
  await page.getByRole('slider', { name: 'Fires above' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[name=value]')).toHaveValue('860');
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Ends below').fill('900');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.getByText('must be 850 or less')).toBeVisible();
  await page.getByLabel('Ends below').fill('800');
  await tryEveryType(page);
  await page.locator('select[name=zoneId]').selectOption({ label: 'Market hall' });
  await page.locator('[name=value]').fill('300');
  await page.getByRole('button', { name: 'Add SMS' }).click();
  await page.getByRole('region', { name: 'SMS' }).getByLabel('Message').fill('Open the second exit.');
  await expect(page.getByText('21 of 160 characters')).toBeVisible();
  await page.getByRole('region', { name: 'SMS' }).getByRole('button', { name: '{zone}' }).click();
  await expect(page.getByRole('region', { name: 'SMS' }).getByLabel('Message')).toHaveValue(
    'Open the second exit.{zone}',
  );
  // A notification without recipients is rejected.
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.locator('[name=phones]')).toBeFocused();
  await expect(page.getByText('Enter a recipient, or remove this way of notifying.')).toBeVisible();
  await page.getByRole('region', { name: 'SMS' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.getByText('The alert has been created')).toBeVisible();
  await expect(page).toHaveURL(/\/alerts$/);
  await row(page, 'Journey of an alert').getByRole('button', { name: 'More about Journey of an alert' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.locator('[name=name]')).toHaveValue('Journey of an alert');
  await page.locator('[name=name]').fill('Journey of another alert');
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link').first().click();
  const question = page.getByRole('dialog');
  await expect(question.getByRole('heading', { name: 'Save your changes before leaving?' })).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/alerts$/);
  await row(page, 'Journey of an alert').getByRole('button', { name: 'More about Journey of an alert' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The alert has been deleted')).toBeVisible();
  await expect(row(page, 'Journey of an alert')).toHaveCount(0);
  noFaults();
});

test('I02 an address that names no alert leads to the list', async ({ page }) => {
  await signInByCookie(page);
  await page.goto('/alerts/none-such');
  await expect(page).toHaveURL(/\/alerts$/);
  await page.goto('/alerts/99999');
  await expect(page.locator('main')).toContainText('404');
});

/** Creates an alert of the other organization on a lounge that never closes, so that it is evaluated at any hour. */
async function aLoungeAlert(request: APIRequestContext, token: string) {
  const file = `organization: { name: Rival Stores }
installations:
  - key: stormed
    name: Stormed station
    timezone: UTC
    zones: [{ key: stormed-lounge, name: Lounge }]
    passages: [{ key: stormed-door, from: outside, to: stormed-lounge }]
    devices: [{ serial: STORM-PAD, kind: pad, passage: stormed-door, interval: 60 }]
    events: [{ name: Counting, neverEnding: true, metrics: [affluenceIn] }]
    alerts:
      - name: Lounge is stormed
        condition: { type: flux, zone: stormed-lounge, direction: in, value: 3000 }
        notifications: [{ type: email, title: Storm in the lounge, content: Close the door. }]
        emails: [${rival}]
`;
  const { applySiteFile: applied } = await ask<{ applySiteFile: { problems: unknown[] } }>(
    request,
    token,
    'mutation ($file: String!) { applySiteFile(file: $file, dryRun: false) { problems { message } } }',
    { file },
  );
  expect(applied.problems).toEqual([]);
  const { alertConnection } = await ask<{
    alertConnection: { edges: readonly { node: { id: number; name: string } }[] };
  }>(request, token, '{ alertConnection(first: 100) { edges { node { id name } } } }');
  const alert = alertConnection.edges.map(({ node }) => node).find(({ name }) => name === 'Lounge is stormed');
  if (alert === undefined) throw new Error('the site file declared no alert');
  return alert.id;
}

/** An acknowledged alert waits in the fold of the brief. */
async function expectInHand(page: Page): Promise<void> {
  const brief = page.getByRole('region', { name: 'What deserves attention' });
  await brief.getByRole('button', { name: '1 in hand' }).click();
  await expect(brief.getByRole('link', { name: /Stormed station.*Lounge is stormed/ })).toBeVisible();
}

test('I04 a firing is in the bell within seconds, has a story, is mailed, and can be acknowledged', async ({
  page,
  request,
}) => {
  test.slow();
  const noFaults = watchFaults(page);
  const token = await fetchToken(request, rival);
  const alertId = await aLoungeAlert(request, token);
  const standing = () =>
    ask<{ alertById: { state: string; states: unknown[] } }>(
      request,
      token,
      'query ($id: Int!) { alertById(alertId: $id) { state states { phase } } }',
      { id: alertId },
    );
  await expect.poll(async () => (await standing()).alertById.states.length).toBeGreaterThan(0);
  await signInByCookie(page, rival);
  await page.goto('/alerts');
  const { createIngestKey } = await ask<{ createIngestKey: { secret: string } }>(
    request,
    token,
    'mutation { createIngestKey(name: "Storm") { secret } }',
  );
  // The limit is exceeded in the current quarter hour, before it ends, but not in the previous one.
  const quarter = Math.floor(Date.now() / 900_000) * 900_000;
  const crossed = (at: number, value: number, interval: number) => ({
    device: 'STORM-PAD',
    metric: 'affluenceIn',
    at: new Date(at).toISOString(),
    value,
    interval,
  });
  const answer = await request.post('/ingest/v1/readings', {
    data: [crossed(quarter - 900_000, 12, 900), crossed(Math.max(quarter, Date.now() - 120_000), 4321, 60)],
    headers: { authorization: `Bearer ${createIngestKey.secret}` },
  });
  expect(await answer.json()).toMatchObject({ accepted: 2, rejected: [] });
  const bell = page.getByRole('button', { name: /^Open alerts: \d/ });
  await expect(bell).toBeVisible();
  await bell.click();
  const panel = page.getByRole('region', { name: 'Open alerts' });
  await expect(panel).toContainText('Lounge is stormed');
  expect(await findViolations(page)).toEqual([]);
  await panel.getByRole('link', { name: /Lounge is stormed/ }).click();
  await expect(title(page)).toHaveText('Lounge is stormed, Stormed station');
  await expect(page.locator('main')).toContainText(/4,3\d\d\svisitors/);
  // The demo has no mail: messages stay in its outbox.
  await expect(page.getByText('In the outbox').first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Note (optional)').fill('On my way');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText(/^Acknowledged by /)).toContainText('On my way');
  await page.goto('/analytics/sites');
  await expect(
    row(page, 'Stormed station').getByRole('link', { name: 'Open alerts: Lounge is stormed' }),
  ).toBeVisible();
  await expectInHand(page);
  expect(await findViolations(page)).toEqual([]);
  await row(page, 'Stormed station').getByRole('link', { name: 'Stormed station' }).click();
  await expect(page.locator('main').getByRole('link', { name: /^Lounge is stormed since / })).toBeVisible();
  // The firing appears in the chart of entries, at its time.
  await page
    .locator('main')
    .getByRole('link', { name: /^Lounge is stormed · Lounge · since / })
    .click();
  await expect(title(page)).toHaveText('Lounge is stormed, Stormed station');
  await ask(request, token, 'mutation ($id: Int!) { deleteAlert(id: $id) }', { id: alertId });
  await expect(page.getByRole('button', { name: 'No open alerts' })).toBeVisible();
  noFaults();
});

test('B07 without the alert right neither page nor bell is visible', async ({ page }) => {
  await signInByCookie(page, 'analyst@demo.example');
  await page.goto('/analytics/sites');
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /Search/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Alerts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /open alerts/i })).toHaveCount(0);
});

for (const [look, language, colorScheme, width] of [
  ['dark, right to left', 'ar', 'dark', 1440],
  ['400 px', 'en', 'light', 400],
] as const)
  test(`the pages of alerts are accessible, ${look}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('atrium.language', code), language);
    await page.emulateMedia({ colorScheme });
    await signInByCookie(page);
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/alerts', '/alerts/1', '/alerts/log/1']) {
      await page.goto(address);
      await expect(title(page)).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      expect([address, await findViolations(page)]).toEqual([address, []]);
    }
  });
