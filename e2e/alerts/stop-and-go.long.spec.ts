import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { startHall } from '../support/hall.ts';
import { expect, type Page, test } from '../support/journey.ts';

const rival = 'admin@rival.example';
const theirs = { email: rival, organization: 'Rival Stores' };
const minute = 60_000;

const face = (page: Page) => page.locator('body');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('L01, L02 a screen waits for its limit, says STOP and GO as people pass, and its old link is void', async ({
  page,
  browser,
}) => {
  test.slow();
  const noFaults = watchFaults(page);
  await dismissBanner(page);
  const { pass } = await startHall(page.request, 'hall-a', theirs);
  await signInByCookie(page, rival);
  await page.goto('/stop-n-go');
  await page.getByRole('button', { name: 'New screen' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please fill this in').first()).toBeVisible();
  await form.getByLabel('Name').fill('Front of hall A');
  await form.getByLabel('Site and event').selectOption({ label: 'Hall hall-a · Market' });
  await expect(form.getByText('Without a limit the screen stays off.')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The screen has been created')).toBeVisible();
  const own = row(page, 'Front of hall A');
  await expect(own.getByRole('switch')).toBeDisabled();
  await own.getByRole('button', { name: 'Add a limit' }).click();
  await own.getByLabel('Limit of Front of hall A').fill('3');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  expect(await findViolations(page)).toEqual([]);

  await pass(1, 0);
  await own.getByRole('button', { name: 'More for Front of hall A' }).click();
  const path = (await page.getByRole('menuitem', { name: 'Open the screen' }).getAttribute('href')) as string;
  const display = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage();
  const displayFaults = watchFaults(display);
  await display.goto(path);
  await expect(face(display)).toHaveAttribute('data-face', 'go');
  await expect(display.getByRole('status')).toHaveText('GO');
  // Digits are at least a quarter of the screen's height: 0.71 of the font size.
  const size = await display
    .locator('.inside .figure')
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(size * 0.71).toBeGreaterThanOrEqual(1080 / 4);
  const polling = await (await browser.newContext()).newPage();
  await polling.routeWebSocket(/graphql/, (socket) => socket.close());
  await polling.goto(path);
  await expect(face(polling)).toHaveAttribute('data-face', 'go');

  await pass(3, 0);
  await expect(face(display)).toHaveAttribute('data-face', 'stop', { timeout: 3000 });
  await expect(display.getByText('1 over')).toBeVisible();
  await expect(face(polling)).toHaveAttribute('data-face', 'stop');
  expect(await findViolations(display)).toEqual([]);
  await pass(0, 2);
  await expect(face(display)).toHaveAttribute('data-face', 'go', { timeout: 3000 });
  await expect(display.locator('.left .figure')).toHaveText('1');

  await page.getByRole('menuitem', { name: 'New link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click();
  await expect(page.getByText('The new link is in place')).toBeVisible();
  await display.reload();
  await expect(face(display)).toHaveAttribute('data-face', 'void');
  await expect(display.getByRole('status')).toHaveText('This link is no longer valid');
  await own.getByRole('button', { name: 'More for Front of hall A' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The screen has been deleted')).toBeVisible();
  await expect(own).toHaveCount(0);
  noFaults();
  displayFaults();
});

test('L02 the staff corrects the count from a phone, with a note, and undoes it', async ({ page }) => {
  await dismissBanner(page);
  const { token, pass } = await startHall(page.request, 'hall-b', theirs, ', stopngo: { limit: 5 }');
  await pass(2, 0);
  const { allEvents } = await ask<{ allEvents: { id: number; installationId: number }[] }>(
    page.request,
    token,
    '{ allEvents { id installationId } }',
  );
  const { createStopAndGoScreen: screen } = await ask<{ createStopAndGoScreen: { id: number } }>(
    page.request,
    token,
    'mutation ($input: StopAndGoScreenInput!) { createStopAndGoScreen(input: $input) { id } }',
    { input: { name: 'Back of hall B', eventId: Math.max(...allEvents.map(({ id }) => id)), language: 'en' } },
  );
  await page.setViewportSize({ width: 400, height: 860 });
  await signInByCookie(page, rival);
  await page.goto(`/stop-n-go/${screen.id}`);
  const number = page.getByLabel('People inside now');
  await expect(number).toHaveValue('2');
  await page.getByRole('button', { name: '+10' }).click();
  await expect(page.getByText('You set it 10 higher.')).toBeVisible();
  await page.getByRole('button', { name: 'Set to 12' }).click();
  await expect(page.getByText('At least 3 letters')).toBeVisible();
  await page.getByLabel('Note').fill('Counted by hand');
  await page.getByRole('button', { name: 'Set to 12' }).click();
  await expect(page.getByText('The count has been corrected')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'STOP' })).toBeVisible();
  await expect(page.getByText('By the doors alone: 2')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Counted by hand' })).toContainText('Rival Admin');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'GO' })).toBeVisible();
  await expect(number).toHaveValue('2');
});

test('L02 a display marks stale values, reconnects by itself, and leaks nothing over 20 000 updates', async ({
  page,
}) => {
  test.slow();
  // The page's own code with mocked responses, so that its clock can run ahead of the product's.
  await page.clock.install({ time: new Date('2026-03-02T09:00:00Z') });
  await page.addInitScript(() => {
    const told = { inside: 0, isReachable: true };
    Object.assign(window, {
      told,
      WebSocket: class {
        constructor() {
          throw new Error('blocked');
        }
      },
    });
    window.fetch = async () => {
      if (!told.isReachable) throw new Error('no network');
      told.inside = (told.inside + 1) % 12;
      const inside = told.inside;
      const stopAndGoScreenByToken = {
        name: 'Front',
        siteName: 'Hall',
        siteAddress: null,
        timezone: 'UTC',
        language: 'en',
        face: inside >= 10 ? 'stop' : 'go',
        inside,
        limit: 10,
        placesLeft: Math.max(0, 10 - inside),
        silentSince: null,
        lastInside: null,
        until: null,
        at: Date.now(),
      };
      return new Response(JSON.stringify({ data: { stopAndGoScreenByToken } }));
    };
  });
  await page.goto('/stop-n-go/screen/1.1.aaaaaaaaaaaaaaaaaaaaaa');
  await page.clock.runFor(5000);
  await expect(page.getByRole('status')).toHaveText(/STOP|GO/);
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  await page.clock.runFor(30 * minute);
  const [before, elements] = [await heap(), await nodes()];
  for (let hour = 0; hour < 12; hour += 1) await page.clock.runFor(60 * minute);
  expect(await nodes()).toBe(elements);
  expect((await heap()) - before).toBeLessThan(500_000);

  await page.evaluate(() => Object.assign((window as never as { told: object }).told, { isReachable: false }));
  await page.clock.runFor(50_000);
  await expect(page.getByRole('status')).toHaveText('Ask staff');
  await expect(page.getByText(/No connection since/)).toBeVisible();
  await page.clock.fastForward('21:00:00');
  await expect(page.getByRole('status')).toHaveText('Ask staff');
  await page.evaluate(() => Object.assign((window as never as { told: object }).told, { isReachable: true }));
  await page.clock.runFor(15_000);
  await expect(page.getByRole('status')).toHaveText(/STOP|GO/);
});
