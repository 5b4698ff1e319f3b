import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookEvents, webhooks } from '../../people/webhooks/webhooks.schema.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { now, openDevicesWorld, packet } from './testing/devices-world.ts';

const stores = useTestStores();

test('a webhook hears once of each device that waits', async () => {
  const { post, scope } = await openDevicesWorld(stores);
  const { db } = stores.relational;
  const { organizationId } = scope;
  await db
    .insert(webhooks)
    .values({ organizationId, url: 'https://receiver.example/', events: ['device.waiting'], createdAt: new Date(now) });
  for (const number of [1, 2, 1]) expect((await post(packet('hikvision', number))).status).toBe(200);
  const events = await db.select().from(webhookEvents).where(eq(webhookEvents.organizationId, organizationId));
  expect(events.map(({ type, body }) => [type, JSON.parse(body).data])).toMatchObject([
    [
      'device.waiting',
      { serial: 'hikvision-1', format: 'hikvision', siteId: null, since: new Date(now).toISOString() },
    ],
  ]);
});
