import { aClock } from '@atrium/testkit/time';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { registerOutboxMetrics } from './outbox-sender.ts';

const stores = useTestStores();

test('messages that wait are counted by channel, and the oldest that is due has its age', async () => {
  const clock = aClock('2026-03-01T08:00:00Z');
  const { db, pool } = stores.relational;
  const registry = new Registry();
  registerOutboxMetrics(db, clock, registry);
  const add = (key: string, channel: string, due: string, status = 'waiting') =>
    pool.query(
      `insert into outbox (channel, recipient, dedupe_key, message_id, status, created_at, next_attempt_at)
       values ($1, 'a@example.com', $2, $2, $3, $4, $4)`,
      [channel, key, status, due],
    );
  await add('a', 'mail', '2026-03-01T07:50:00Z');
  await add('b', 'mail', '2026-03-01T07:59:00Z');
  await add('c', 'mail', '2026-03-01T09:00:00Z');
  await add('d', 'mail', '2026-03-01T01:00:00Z', 'sent');
  await add('e', 'sms', '2026-03-01T09:00:00Z');
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('atrium'));
  expect(lines.sort()).toEqual([
    'atrium_outbox_oldest_due_seconds{channel="mail"} 600',
    'atrium_outbox_oldest_due_seconds{channel="sms"} 0',
    'atrium_outbox_waiting{channel="mail"} 3',
    'atrium_outbox_waiting{channel="sms"} 1',
  ]);
  await pool.query("update outbox set status = 'sent'");
  expect(await registry.metrics()).not.toMatch(/^atrium_outbox_\w+\{/m);
});
