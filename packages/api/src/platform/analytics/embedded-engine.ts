import { mkdirSync } from 'node:fs';
import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client';
import { Session } from 'chdb';
import { createChdbConnection } from 'chdb/connection';
import { bindLiterals } from './bind-literals.ts';
import { columnsOf } from './columns-of.ts';
import type { Engine } from './engine.ts';
import { readingLimits, writingSettings } from './engine-settings.ts';

const mebibyte = 1024 ** 2;

/**
 * For the whole process: the engine shares our memory with Node and the web server, and its own defaults are those of
 * a machine that does nothing else. Caches are bounded by what an organization's busiest year touches.
 */
const engineArguments = {
  max_server_memory_usage: 1024 * mebibyte,
  mark_cache_size: 32 * mebibyte,
  primary_index_cache_size: 32 * mebibyte,
  index_mark_cache_size: 4 * mebibyte,
  query_condition_cache_size: 4 * mebibyte,
  compiled_expression_cache_size: 8 * mebibyte,
  background_pool_size: 2,
  background_schedule_pool_size: 2,
  max_thread_pool_size: 200,
  timezone: 'UTC',
};

/** For each connection: two statements beside each other use what a small machine has. */
const threads = { max_threads: 2, max_insert_threads: 1 };

/** A connection runs one statement at a time; several run beside each other. */
const connections = { reads: 3, inserts: 2, commands: 1 };

/** The ClickHouse engine inside this process, on a folder that only one process may open. */
export async function openEmbeddedEngine(folder: string): Promise<Engine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The first connection decides how the engine runs; the others attach to it.
  const first = new Session(folder, {
    connectionArgs: Object.entries(engineArguments).map(([name, value]) => `--${name}=${value}`),
  });
  const lanes: Lane[] = [];
  const lane = (size: number, prelude: readonly string[]) => {
    const made = new Lane(folder, size, prelude);
    lanes.push(made);
    return made;
  };
  const inserts = lane(connections.inserts, setting({ ...threads, ...writingSettings }));
  const commands = lane(connections.commands, setting({ ...threads, ...writingSettings }));
  const readers = new Map<number, Lane>();
  // A reading connection cannot change its own limits any more, so each time limit in use has connections of its own.
  const readersOf = (maxSeconds: number) => {
    const found = readers.get(maxSeconds);
    if (found) return found;
    const size = readers.size === 0 ? connections.reads : 1;
    const limits = setting({ ...threads, ...readingLimits(maxSeconds) });
    const made = lane(size, [...limits, 'SET readonly = 1']);
    readers.set(maxSeconds, made);
    return made;
  };

  return {
    query: (statement, maxSeconds) =>
      readersOf(maxSeconds).run(async (client) => {
        const result = await client.query({ query: bindLiterals(statement), format: 'JSONEachRow' });
        return result.json();
      }),
    columns: (statement, maxSeconds) =>
      readersOf(maxSeconds).run(async (client) => {
        const result = await client.query({ query: bindLiterals(statement), format: 'JSONColumnsWithMetadata' });
        return columnsOf((await result.json()) as never);
      }),
    insert: (table, values) =>
      inserts.run(async (client) => void (await client.insert({ table, values, format: 'JSONEachRow' }))),
    command: (statement) =>
      commands.run(async (client) => void (await client.command({ query: bindLiterals(statement) }))),
    // Nothing else runs on the first connection, so the answer does not wait behind a long statement.
    ping: async () => void (await first.queryAsync('SELECT 1')),
    async close() {
      await Promise.all(lanes.map((each) => each.close()));
      first.close();
    },
  };
}

const setting = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => `SET ${name} = ${value}`);

/** Some connections that do the same kind of work; the one with the shortest queue takes the next statement. */
class Lane {
  readonly #slots: { readonly client: ClickHouseClient; readonly ready: Promise<unknown>; waiting: number }[];

  constructor(folder: string, size: number, prelude: readonly string[]) {
    this.#slots = Array.from({ length: size }, () => {
      // The two packages carry copies of one declaration that the compiler holds apart.
      const client = createClient({
        connection: createChdbConnection({ path: folder }),
      } as unknown as ClickHouseClientConfigOptions);
      const ready = prelude.reduce<Promise<unknown>>(
        (before, query) => before.then(() => client.command({ query })),
        Promise.resolve(),
      );
      return { client, ready, waiting: 0 };
    });
  }

  async run<Answer>(work: (client: ClickHouseClient) => Promise<Answer>): Promise<Answer> {
    const slot = this.#slots.reduce((best, each) => (each.waiting < best.waiting ? each : best));
    slot.waiting += 1;
    try {
      await slot.ready;
      return await work(slot.client);
    } finally {
      slot.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map(({ client }) => client.close()));
  }
}
