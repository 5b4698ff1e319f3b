import { err, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channels, Delivery, DeliveryProblem } from '../../../platform/channels/channel.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { enqueue } from './enqueue.ts';
import { isOfChannel, outboxQueue } from './outbox.store.ts';
import { createOutboxSender, type OutboxSender, retryDelaysMs } from './outbox-sender.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);
const logger = { error: vi.fn(), warn: vi.fn() };
const content = { subject: 'Subject', html: '<p>secret-code</p>', text: 'secret-code' };

beforeEach(async () => {
  clock.time = start;
  logger.error.mockClear();
  await stores.relational.db.execute(sql`delete from outbox`);
});

const message = (dedupeKey: string, over: { recipient?: string; expiresAt?: number } = {}) =>
  ({
    organizationId: null,
    recipient: 'a@b.example',
    dedupeKey,
    at: clock.time,
    channel: 'mail',
    content,
    ...over,
  }) as const;

type Outcome = Result<void, DeliveryProblem>;

/** Fake channels with the given outcome, and their deliveries. */
function channelsThat(answer: (delivery: Delivery<'mail'>) => Outcome | Promise<Outcome>) {
  const delivered: Delivery<'mail'>[] = [];
  const channel = {
    close: () => {},
    deliver: async (delivery: Delivery<'mail'>) => {
      delivered.push(delivery);
      return answer(delivery);
    },
  };
  return { delivered, channels: { mail: channel, sms: channel, push: channel } as unknown as Channels };
}

const senders: OutboxSender[] = [];
/** A sender left by a failed test would empty the next test's outbox. */
afterEach(() => Promise.all(senders.splice(0).map((sender) => sender.stop(1000))));

function senderOf(channels: Channels, onGone = async (_channel: string, _recipient: string) => {}): OutboxSender {
  const { db } = stores.relational;
  const sender = createOutboxSender({ db, channels, clock, logger, onGone, pace: { pollMs: 5, batch: 4 } });
  senders.push(sender);
  return sender;
}

const rows = async () => {
  const found = await stores.relational.db.execute<{
    dedupe_key: string;
    status: string;
    attempts: number;
    problem: string | null;
    content: unknown;
    next_attempt_at: unknown;
  }>(sql`select * from outbox order by id`);
  return found.rows;
};

/** Timeout in ms, for a busy machine. */
const patience = 20_000;

const settled = async (count: number) =>
  vi.waitFor(
    async () => expect((await rows()).filter(({ status }) => status !== 'waiting')).toHaveLength(count),
    patience,
  );

describe('the outbox', () => {
  it('sends what was committed, once for each key, and forgets what was in it', async () => {
    const { db } = stores.relational;
    await expect(
      db.transaction(async (transaction) => {
        await enqueue(transaction, message('rolled-back'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const taken = await Promise.all(Array.from({ length: 20 }, () => enqueue(db, message('once'))));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const { channels, delivered } = channelsThat(() => ok(undefined));
    const sender = senderOf(channels);
    sender.start();
    await settled(1);
    expect(await enqueue(db, message('once'))).toBe(false);
    await sender.stop(1000);
    expect(delivered).toHaveLength(1);
    expect(await rows()).toMatchObject([{ dedupe_key: 'once', status: 'sent', attempts: 1, content: null }]);
  });

  it('is emptied by several at once without one message going out twice', async () => {
    for (let i = 0; i < 60; i += 1) await enqueue(stores.relational.db, message(`many/${i}`));
    const { channels, delivered } = channelsThat(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return ok(undefined);
    });
    const several = [senderOf(channels), senderOf(channels), senderOf(channels)];
    for (const sender of several) sender.start();
    await settled(60);
    await Promise.all(several.map((sender) => sender.stop(1000)));
    expect(delivered).toHaveLength(60);
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(60);
  });

  it('is emptied in turns: many messages of one organization hold up nobody else’s', async () => {
    const { rows: made } = await stores.relational.pool.query(
      "insert into organizations (name) values ('Many'), ('Few') returning id",
    );
    const [many, few] = made.map(({ id }) => id as OrganizationId);
    for (let i = 0; i < 20; i += 1)
      await enqueue(stores.relational.db, { ...message(`of-many/${i}`), organizationId: many as OrganizationId });
    await enqueue(stores.relational.db, { ...message('of-few'), organizationId: few as OrganizationId });
    const queue = outboxQueue(stores.relational.db);
    const claim = () =>
      queue.claim({ now: clock.time, until: clock.time + 60_000, limit: 3, where: isOfChannel('mail') });
    const next = [...(await claim()), ...(await claim())].map(({ organizationId }) => organizationId);
    expect(next).toHaveLength(6);
    expect(next.slice(0, 3)).toContain(few);
  });

  it('tries again later under the same id, and in the end gives up', async () => {
    await enqueue(stores.relational.db, message('again'));
    const { channels, delivered } = channelsThat(() => err({ kind: 'temporary', reason: 'busy' }));
    const sender = senderOf(channels);
    sender.start();
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await vi.waitFor(async () => {
        const [row] = await rows();
        expect(row).toMatchObject({ attempts: attempt, problem: 'busy' });
        // An attempt is counted before it is made. It is finished once the next one has a time.
        expect(Date.parse(String(row?.next_attempt_at))).toBe(clock.time + (retryDelaysMs[attempt - 1] ?? 0));
      }, patience);
      expect(delivered).toHaveLength(attempt);
      clock.time += retryDelaysMs[attempt - 1] ?? 0;
    }
    await settled(1);
    await sender.stop(1000);
    expect(delivered).toHaveLength(10);
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ status: 'failed', problem: 'busy', content: null }]);
  });

  it('gives up at once where another attempt cannot help, and never sends what expired', async () => {
    const { db } = stores.relational;
    await enqueue(db, message('refused', { recipient: 'gone@b.example' }));
    await enqueue(db, message('late', { expiresAt: start }));
    const { channels, delivered } = channelsThat(() => err({ kind: 'permanent', reason: 'no such mailbox' }));
    const sender = senderOf(channels);
    sender.start();
    await settled(2);
    await sender.stop(1000);
    expect(delivered.map(({ recipient }) => recipient)).toEqual(['gone@b.example']);
    expect((await rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 1],
      ['failed', 0],
    ]);
  });

  it('tells of a recipient whom nothing will reach any more', async () => {
    await enqueue(stores.relational.db, message('gone', { recipient: 'gone@b.example' }));
    const told: unknown[] = [];
    const { channels } = channelsThat(() => err({ kind: 'gone', reason: 'the push service: 410' }));
    const sender = senderOf(channels, async (...gone) => void told.push(gone));
    sender.start();
    await settled(1);
    await sender.stop(1000);
    expect(told).toEqual([['mail', 'gone@b.example']]);
  });

  it('survives a channel that throws, and logs nothing of what it carried', async () => {
    await enqueue(stores.relational.db, message('thrown'));
    const { channels } = channelsThat(() => {
      throw new Error('broken');
    });
    const sender = senderOf(channels);
    sender.start();
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ attempts: 1, status: 'waiting', problem: expect.any(String) }]),
      patience,
    );
    await sender.stop(1000);
    const said = JSON.stringify([logger.error.mock.calls, logger.warn.mock.calls]);
    for (const secret of ['secret-code', 'a@b.example']) expect(said).not.toContain(secret);
  });

  it('stops when what is on its way has arrived', async () => {
    await enqueue(stores.relational.db, message('slow'));
    let finish = () => {};
    const { channels, delivered } = channelsThat(
      () => new Promise((resolve) => (finish = () => resolve(ok(undefined)))),
    );
    const sender = senderOf(channels);
    sender.start();
    await vi.waitFor(() => expect(delivered).toHaveLength(1), patience);
    await enqueue(stores.relational.db, message('after the stop'));
    const stopped = sender.stop(5000);
    setTimeout(() => finish(), 50);
    await stopped;
    expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'waiting']);
  });
});
