import { findViolations } from '../support/accessible.ts';
import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

const quarter = 900_000;
/** Yesterday at noon: a time with complete data. */
const noon = () => Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * 3_600_000;

/** Builds a push message of a maker's counter for a quarter hour. */
function pushed(serial: string, sequence: number, from: number, entered: number) {
  const iso = (at: number) => new Date(at).toISOString();
  const counts = [
    { name: 'fw', value: entered },
    { name: 'bw', value: 1 },
  ];
  return {
    logics_data: {
      package_info: { version: '5.0', id: sequence, agent_id: 1 },
      sensor_info: { serial_number: serial, type: 'PC2SE', name: 'Journey' },
      logics: [{ id: 1, name: 'Journey', records: [{ from: iso(from), to: iso(from + quarter), counts }] }],
    },
  };
}

/** Sends like a device that can be configured only with a URL and a key. */
async function send(request: APIRequestContext, key: string, packet: object) {
  const answer = await request.post('/ingest/v1/devices', {
    headers: { authorization: `Bearer ${key}` },
    data: packet,
  });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

async function keyFor(request: APIRequestContext): Promise<string> {
  const { createIngestKey } = await ask<{ createIngestKey: { secret: string } }>(
    request,
    await fetchToken(request),
    'mutation { createIngestKey(name: "Journey", purpose: DEVICES) { secret } }',
  );
  return createIngestKey.secret;
}

/** Returns the entries through a door in the half hour after noon, as pages show them. */
async function entriesAt(request: APIRequestContext, door: string): Promise<unknown> {
  const [from, to] = [noon(), noon() + 2 * quarter].map((at) => new Date(at).toISOString());
  const { retailData } = await ask<{ retailData: { data: { label: string; value: unknown }[] } }>(
    request,
    await fetchToken(request),
    'query ($query: RetailDataQuery!) { retailData(query: $query) { data } }',
    {
      query: {
        metric: 'affluenceIn',
        target: 'PASSAGE',
        filters: { conditions: [{ criterion: 'DATE', values: [`${from}/${to}`] }] },
        groupBy: [{ type: 'PASSAGE' }],
      },
    },
  );
  return retailData.data.find(({ label }) => label === door)?.value;
}

const inbox = (page: Page) => page.getByRole('region', { name: 'Waiting for a place' });

test('P02 packets of an unknown device wait, count once it is assigned, and no longer after undo', async ({ page }) => {
  const noFaults = watchFaults(page);
  const { request } = page;
  const door = 'Metro link';
  const key = await keyFor(request);
  const before = await entriesAt(request, door);
  await send(request, key, pushed('JOURNEY', 1, noon(), 111));
  const answer = await send(request, key, pushed('JOURNEY', 2, noon() + quarter, 222));
  expect(JSON.stringify(answer)).toContain('waiting');
  await signInByCookie(page);
  await page.goto('/settings/devices');
  const row = inbox(page).getByRole('button', { name: /JOURNEY\/1/ });
  await row.click();
  await expect(page.getByRole('link', { name: /^Devices\s*\d+$/ })).toBeVisible();
  const packets = page.getByRole('region', { name: 'Packets of JOURNEY/1' });
  await expect(packets.getByRole('cell', { name: '222' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // New packets move nothing while the pointer is over the list.
  await packets.getByRole('cell', { name: '222' }).hover();
  await send(request, key, pushed('JOURNEY', 3, noon() + 2 * quarter, 5));
  await packets.getByRole('button', { name: '1 new packet' }).click();
  await expect(packets.getByRole('cell', { name: '5', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Another door or zone' }).fill(door);
  await page
    .getByRole('button', { name: /^(Replace|Place here)$/ })
    .first()
    .click();
  await expect(page.getByText(`JOURNEY/1 is installed at ${door}`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => entriesAt(request, door)).toBe(333);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('JOURNEY/1: taken back')).toBeVisible();
  await expect.poll(() => entriesAt(request, door)).toBe(before);
  await expect(row).toBeVisible();
  noFaults();
});

test('P02 a plug that can only call the address made on screen is seen waiting a moment later', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/settings/devices');
  await page.getByRole('button', { name: 'Address and key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Address and key' });
  await dialog.getByRole('button', { name: 'Make a key for devices' }).click();
  const example = dialog.getByText(/\/at\/atr_.+\?device=plug-7&total=2750$/);
  const address = ((await example.textContent()) ?? '').replace('plug-7', 'JOURNEY-PLUG');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(inbox(page)).toBeVisible();
  expect(await (await page.request.get(address)).json()).toMatchObject({
    packets: [{ device: 'JOURNEY-PLUG', state: 'waiting' }],
  });
  await expect(inbox(page).getByRole('button', { name: /JOURNEY-PLUG/ })).toBeVisible();
  noFaults();
});
