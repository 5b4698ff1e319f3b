import { setTimeout as delay } from 'node:timers/promises';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Calls } from '../../platform/bus/calls.ts';
import { getShard } from '../../platform/relational/assign-shards.ts';
import type { Intake, Outcome, ReadingRow } from '../ingest/index.ts';
import type { ShardOwner } from './shard-owner.ts';
import { getStoreCallName, PendingRequests } from './store-requests.ts';

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** The shard has a new owner that accepts readings. Requests to earlier owners may stay unanswered. */
    'shard.taken': { readonly shard: number };
  }
}

/** A message has at most a megabyte; a row takes some three hundred bytes. */
const rowsPerCall = 1000;
/** Exceeds the time of an insert on a busy disk, ms. */
const insertTimeoutMs = 30_000;
/**
 * Maximum time of a shard handover, ms; senders wait longer. Nothing is forwarded later: a sender that gave up may have
 * sent a correction to another process, which must not be undone.
 */
const handoverMs = 5000;
const retryMs = 100;

const nobody = failure('OVERLOADED', 'Nobody is there to store the readings now. Send them again later.');
const overloaded = failure('OVERLOADED', 'More readings are waiting than can be stored now. Send them again later.');

export interface SharedIntakeDeps {
  readonly calls: Calls;
  readonly bus: Bus;
  /** Shards that this process owns; none for a page process. */
  readonly owners: ReadonlyMap<number, ShardOwner>;
  /** Maximum pending readings in this process. */
  readonly maxWaiting: number;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/** Forwards valid readings to the owners of their sites, in this process or others. Resolves once they are on disk. */
export function createSharedIntake(deps: SharedIntakeDeps): Intake {
  const { calls, bus, owners, maxWaiting, now = () => performance.now() } = deps;
  const asks = new PendingRequests(calls, now);
  const waitingFor = new Map<number, Set<() => void>>();
  /** Readings in requests to other processes. */
  let askedFor = 0;
  bus.subscribe('shard.taken', ({ shard }) => {
    for (const askAgain of waitingFor.get(shard) ?? []) askAgain();
  });
  // Requests and responses may have been lost.
  bus.subscribe('bus.missed', () => {
    for (const ofShard of waitingFor.values()) for (const askAgain of ofShard) askAgain();
  });

  /** Asks the owner. Null when there is none, another one by now, or when its answer may be lost. */
  async function ask(shard: number, rows: readonly ReadingRow[], until: number) {
    const { promise: again, resolve: askAgain } = Promise.withResolvers<null>();
    const ofShard = waitingFor.get(shard) ?? new Set();
    const wake = () => askAgain(null);
    waitingFor.set(shard, ofShard.add(wake));
    const asking = asks.readings(rows, until);
    askedFor += rows.length;
    try {
      const told = calls.call<Result<Outcome, Failure>>(getStoreCallName(shard), asking.question, insertTimeoutMs);
      return await Promise.race([told, again]);
    } finally {
      asking.over();
      askedFor -= rows.length;
      ofShard.delete(wake);
    }
  }

  const waiting = () => [...owners.values()].reduce((sum, owner) => sum + owner.waiting, askedFor);

  async function store(shard: number, rows: readonly ReadingRow[], until: number): Promise<Result<Outcome, Failure>> {
    while (now() < until) {
      const stored = await owners.get(shard)?.submit(rows);
      if (stored !== undefined) return stored;
      const told = await ask(shard, rows, until);
      if (told !== null) return told.answer;
      await delay(retryMs);
    }
    return err(nobody);
  }

  async function storeAll(
    shard: number,
    rows: readonly ReadingRow[],
    until: number,
  ): Promise<Result<Outcome, Failure>> {
    const parts: Outcome[] = [];
    for (let start = 0; start < rows.length; start += rowsPerCall) {
      const stored = await store(shard, rows.slice(start, start + rowsPerCall), until);
      if (!stored.ok) return stored;
      parts.push(stored.value);
    }
    return ok(sumOf(parts));
  }

  return {
    get isFull() {
      return waiting() >= maxWaiting;
    },
    get waiting() {
      return waiting();
    },
    async submit(rows, arrivedAt = now()) {
      if (waiting() >= maxWaiting) return err(overloaded);
      const until = arrivedAt + handoverMs;
      const stored = await Promise.all([...byShard(rows)].map(([shard, part]) => storeAll(shard, part, until)));
      const failed = stored.find((one) => !one.ok);
      return failed ?? ok(sumOf(stored.flatMap((one) => (one.ok ? [one.value] : []))));
    },
    drain: async () => {},
  };
}

function byShard(rows: readonly ReadingRow[]): Map<number, ReadingRow[]> {
  const shards = new Map<number, ReadingRow[]>();
  for (const row of rows) {
    const shard = getShard(row.installation);
    const found = shards.get(shard);
    if (found === undefined) shards.set(shard, [row]);
    else found.push(row);
  }
  return shards;
}

function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum: Outcome = { accepted: 0, unchanged: 0, corrected: 0 };
  for (const outcome of outcomes)
    for (const key of ['accepted', 'unchanged', 'corrected'] as const) sum[key] += outcome[key];
  return sum;
}
