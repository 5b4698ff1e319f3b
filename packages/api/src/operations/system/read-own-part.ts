import type { Clock, Instant } from '@atrium/domain/core';
import { runningJobsStore } from '../../actions/exports/index.ts';
import { pendingDeliveriesStore } from '../../actions/reports/index.ts';
import { type DeliveryStatus, findDeliveryStatuses, outboxStore } from '../../people/notifications/index.ts';
import type { MessageDelivery } from '../../platform/config/delivery.ts';
import type { JobCount } from '../../platform/jobs/job-queue.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { buildTestKeys, type TestedChannel } from './send-test.ts';

const dayMs = 86_400_000;
/** Days of which the last sent message and problem are shown. */
const messageDays = 7;

/** Messages of one organization by one channel. */
export interface ChannelState {
  readonly channel: TestedChannel | 'push';
  /** `sent`: a server is set up. `outbox`: the demo shows messages. `none`: they are not delivered. */
  readonly delivery: 'sent' | 'outbox' | 'none';
  readonly waiting: number;
  /** Since when the oldest one is due; in the future before that. Null: none waits. */
  readonly oldestDue: Instant | null;
  /** Given up within 24 hours. */
  readonly failed: number;
  /** Within seven days. Null: none. */
  readonly lastSent: Instant | null;
  /** Error of the newest message within seven days that had one, in the provider's words. */
  readonly problem: string | null;
  /** The viewer's own last test. Null: none, or no test is possible. */
  readonly test: (DeliveryStatus & { readonly at: Instant }) | null;
}

/** Work of one organization in a queue. */
export interface QueueState {
  readonly waiting: number;
  readonly running: number;
  /** Within 24 hours. */
  readonly failed: number;
  /** Null: none waits. */
  readonly oldest: Instant | null;
}

interface Reads {
  readonly db: Database;
  readonly clock: Clock;
  readonly delivery: MessageDelivery;
}

/** Reads how the messages of the scope's organization are delivered. */
export async function readChannels({ db, clock, delivery }: Reads, scope: Scope): Promise<readonly ChannelState[]> {
  const now = clock.now();
  const times = { since: now - messageDays * dayMs, failedSince: now - dayMs };
  const sums = new Map((await outboxStore(db).summarize(scope.organizationId, times)).map((row) => [row.channel, row]));
  const describe = async (channel: ChannelState['channel'], how: ChannelState['delivery']): Promise<ChannelState> => {
    const { waiting = 0, oldestDue = null, failed = 0, lastSent = null, problem = null } = sums.get(channel) ?? {};
    const test = channel === 'push' ? null : await findLastTest(db, scope, channel);
    return { channel, delivery: how, waiting, oldestDue, failed, lastSent, problem, test };
  };
  return Promise.all([describe('mail', delivery.mail), describe('sms', delivery.texts), describe('push', 'sent')]);
}

async function findLastTest(db: Database, scope: Scope, channel: TestedChannel): Promise<ChannelState['test']> {
  if (scope.userId === null) return null;
  const newest = await outboxStore(db).findNewest(buildTestKeys(scope.userId, channel));
  if (newest === null) return null;
  const status = (await findDeliveryStatuses(db, [newest.dedupeKey])).get(newest.dedupeKey);
  return status === undefined ? null : { ...status, at: newest.at };
}

/** Reads the exports of the scope's organization that wait, run or failed. */
export const readExports = async ({ db, clock }: Omit<Reads, 'delivery'>, { organizationId }: Scope) =>
  toQueueState(await runningJobsStore(db).countByState(clock.now() - dayMs, organizationId));

/** Reads the same of its reports. */
export const readReports = async ({ db, clock }: Omit<Reads, 'delivery'>, { organizationId }: Scope) =>
  toQueueState(await pendingDeliveriesStore(db).countByState(clock.now() - dayMs, organizationId));

function toQueueState(counts: readonly JobCount<string>[]): QueueState {
  const of = (state: string) => counts.filter(({ group }) => group === state);
  const count = (state: string) => of(state).reduce((sum, each) => sum + each.count, 0);
  const [oldest = null] = of('waiting')
    .flatMap((each) => each.oldest ?? [])
    .toSorted((left, right) => left - right);
  return { waiting: count('waiting'), running: count('running'), failed: count('failed'), oldest };
}
