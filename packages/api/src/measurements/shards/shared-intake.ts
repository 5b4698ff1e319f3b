import { setTimeout as delay } from 'node:timers/promises';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Calls } from '../../platform/bus/calls.ts';
import { shardOf } from '../../platform/shards/index.ts';
import type { Intake, Outcome, ReadingRow } from '../ingest/index.ts';
import type { ShardOwner } from './shard-owner.ts';

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** Has a new owner, who takes readings from now on: whatever an earlier one was asked may stay unanswered. */
    'shard.taken': { readonly shard: number };
  }
}

export const subjectOf = (shard: number) => `readings.store.${shard}`;
/** A message takes a megabyte; a row is some three hundred bytes of it. */
const rowsPerCall = 2000;
/** Longer than an insert takes while the disk is busy, ms. */
const patienceMs = 30_000;
/** A shard goes from one owner to the next in less, ms. */
const handoverMs = 4000;
const retryMs = 100;

const nobody = failure('OVERLOADED', 'Nobody is there to store the readings now. Send them again later.');
const overloaded = failure('OVERLOADED', 'More readings are waiting than can be stored now. Send them again later.');

export interface SharedIntakeDeps {
  readonly calls: Calls;
  readonly bus: Bus;
  /** The shards this process owns; of a process for pages, none. */
  readonly owners: ReadonlyMap<number, ShardOwner>;
  /** Readings that may wait here. */
  readonly mostWaiting: number;
}

/** Hands good readings to the owners of their sites, here or elsewhere, and is answered when they are on disk. */
export function sharedIntake({ calls, bus, owners, mostWaiting }: SharedIntakeDeps): Intake {
  const asked = new Map<number, Set<() => void>>();
  bus.subscribe('shard.taken', ({ shard }) => {
    for (const ask of asked.get(shard) ?? []) ask();
  });

  /** Hears the owner, or that there is another by now: null, and at once. */
  function ask(shard: number, rows: readonly ReadingRow[]) {
    type Told = { readonly answer: Result<Outcome, Failure> } | null;
    const { promise, resolve } = Promise.withResolvers<Told | 'taken'>();
    const askAgain = () => resolve('taken');
    const ofShard = asked.get(shard) ?? new Set();
    asked.set(shard, ofShard.add(askAgain));
    void calls
      .call<Result<Outcome, Failure>>(subjectOf(shard), rows, patienceMs)
      .then(resolve)
      .finally(() => ofShard.delete(askAgain));
    return promise;
  }

  const waiting = () => [...owners.values()].reduce((sum, owner) => sum + owner.waiting, 0);

  async function store(shard: number, rows: readonly ReadingRow[]): Promise<Result<Outcome, Failure>> {
    // No later: whoever has given up may have sent a correction by then, which this must not undo.
    const until = performance.now() + handoverMs;
    do {
      const owner = owners.get(shard);
      if (owner !== undefined) return owner.submit(rows);
      const told = await ask(shard, rows);
      if (told !== null && told !== 'taken') return told.answer;
      await delay(retryMs);
    } while (performance.now() < until);
    return err(nobody);
  }

  async function storeAll(shard: number, rows: readonly ReadingRow[]): Promise<Result<Outcome, Failure>> {
    const parts: Outcome[] = [];
    for (let start = 0; start < rows.length; start += rowsPerCall) {
      const stored = await store(shard, rows.slice(start, start + rowsPerCall));
      if (!stored.ok) return stored;
      parts.push(stored.value);
    }
    return ok(sumOf(parts));
  }

  return {
    get isFull() {
      return waiting() >= mostWaiting;
    },
    get waiting() {
      return waiting();
    },
    async submit(rows) {
      if (waiting() >= mostWaiting) return err(overloaded);
      const stored = await Promise.all([...byShard(rows)].map(([shard, part]) => storeAll(shard, part)));
      const failed = stored.find((one) => !one.ok);
      return failed ?? ok(sumOf(stored.flatMap((one) => (one.ok ? [one.value] : []))));
    },
    drain: async () => {},
  };
}

function byShard(rows: readonly ReadingRow[]): Map<number, ReadingRow[]> {
  const shards = new Map<number, ReadingRow[]>();
  for (const row of rows) {
    const shard = shardOf(row.installation);
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
