import type { Clock } from '@atrium/domain/core';
import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import type { PoolStats } from '../analytics-store.ts';
import type { Reading } from './engine.ts';
import { readingLimits, writingSettings } from './engine-settings.ts';
import type { EnginePoolLimits, PoolName } from './lanes/engine-pools.ts';
import { StatementPool } from './lanes/statement-pool.ts';

/**
 * A statement runs on one thread: small ones cost half as much that way, and leave threads for others. A statement of a
 * pool for large work that is alone in its pool gets as many threads as a small machine has.
 */
const machineThreads = 2;
const maybeLarge: ReadonlySet<PoolName> = new Set(['question', 'upkeep', 'commands']);

/** Resolves once the connection's settings are applied. */
type Connection = Promise<ClickHouseClient>;

/** Opens the connection pools of an engine on the folder. */
export function openPools(folder: string, usualSeconds: number, clock: Clock, limits: EnginePoolLimits) {
  const clients: ClickHouseClient[] = [];
  const opening: Connection[] = [];
  const connect = async (settings: readonly string[]): Connection => {
    // The two packages carry copies of one declaration, which the compiler treats as different types.
    const options = { connection: createChdbConnection({ path: folder }) } as unknown as ClickHouseClientConfigOptions;
    const client = createClient(options);
    clients.push(client);
    for (const query of settings) await client.command({ query });
    return client;
  };
  const laneOf = (name: PoolName, settings: readonly string[], size = limits[name].connections) => {
    const connections = Array.from({ length: size }, (_, index) => {
      const max_threads = index === 0 && maybeLarge.has(name) ? machineThreads : 1;
      return connect([...settingOf({ max_threads, max_insert_threads: 1 }), ...settings]);
    });
    opening.push(...connections);
    return new StatementPool(connections, limits, clock, name);
  };
  const writing = settingOf(writingSettings);
  const [inserts, commands] = [laneOf('inserts', writing), laneOf('commands', writing)];
  const readers = new Map<string, StatementPool<Connection>>();
  return {
    inserts,
    commands,
    /** A read-only connection cannot change its limits later, so each non-default time limit has its own pool. */
    of({ purpose, maxSeconds }: Reading): StatementPool<Connection> {
      const key = `${purpose} ${maxSeconds}`;
      const known = readers.get(key);
      if (known !== undefined) return known;
      const settings = [...settingOf(readingLimits(maxSeconds)), 'SET readonly = 1'];
      const made = laneOf(purpose, settings, maxSeconds === usualSeconds ? undefined : 1);
      readers.set(key, made);
      return made;
    },
    /** Connections with a non-default time limit are counted under their purpose. */
    lines(): readonly PoolStats[] {
      const counted = new Map<string, PoolStats>();
      const all = [['inserts', inserts] as const, ['commands', commands] as const, ...readers];
      for (const [key, lane] of all) {
        const name = key.split(' ')[0] ?? key;
        const { running, waiting } = counted.get(name) ?? { running: 0, waiting: 0 };
        const { counts } = lane;
        counted.set(name, { name, running: running + counts.running, waiting: waiting + counts.waiting });
      }
      return [...counted.values()];
    },
    async close() {
      await Promise.all([inserts, commands, ...readers.values()].map((lane) => lane.close()));
      // Connections that were never used may still be applying their settings.
      await Promise.allSettled(opening);
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

const settingOf = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => `SET ${name} = ${value}`);
