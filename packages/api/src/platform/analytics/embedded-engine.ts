import './statement-threads.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client';
import { Session } from 'chdb';
import { createChdbConnection } from 'chdb/connection';
import type { PoolStats, Statement } from '../analytics-store.ts';
import { Cancelled } from '../failures.ts';
import type { Engine, Reading } from './engine.ts';
import { toColumns } from './engine.ts';
import { type EnginePoolLimits, embeddedPoolLimits, type PoolName, StatementPool } from './engine-pools.ts';
import { engineArguments, loadingSettings, readingLimits, writingSettings } from './engine-settings.ts';

/**
 * A statement runs on one thread. Small statements cost half as much that way, and leave threads for others. In a pool
 * for large work, a statement that runs alone gets as many threads as a small machine has.
 */
const machineThreads = 2;
const maybeLarge: ReadonlySet<PoolName> = new Set(['question', 'upkeep', 'commands']);

/** Resolves once the connection's settings are applied. */
type Connection = Promise<ClickHouseClient>;

/** Opens the connection pools of an engine on the folder. */
function openPools(folder: string, usualSeconds: number, clock: Clock, limits: EnginePoolLimits) {
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

/** ms between two attempts. The statement may not have started yet when the first attempt looks for it. */
const pause = 100;

/** Shared abort reason, because an error for each statement would cost more than everything else here. */
const done = new Cancelled();

/**
 * Returns a function that runs statements and kills them when their signal aborts. The embedded engine cannot cancel a
 * statement through the caller's connection. A second connection kills it by the unique comment in front of the
 * statement.
 */
function createStatementCanceller(control: (sql: string) => Promise<unknown>) {
  let last = 0;
  const stops = new Set<Promise<void>>();

  async function stop(mark: string, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await control(`KILL QUERY WHERE startsWith(query, '${mark}') ASYNC`);
      await delay(pause, undefined, { signal: ended }).catch(() => {});
    }
  }

  async function run<Answer>(
    signal: AbortSignal | undefined,
    query: string,
    work: (query: string) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal === undefined) return work(query);
    if (signal.aborted) throw new Cancelled();
    last += 1;
    const mark = `/* ${last} */`;
    const ended = new AbortController();
    const left = () => {
      // A statement that cannot be killed ends by itself, at its time limit at the latest.
      const stopping = stop(mark, ended.signal).catch(() => {});
      stops.add(stopping);
      void stopping.finally(() => stops.delete(stopping));
    };
    signal.addEventListener('abort', left, { once: true });
    try {
      return await work(`${mark} ${query}`);
    } catch (error) {
      throw signal.aborted ? new Cancelled() : error;
    } finally {
      signal.removeEventListener('abort', left);
      ended.abort(done);
    }
  }

  return Object.assign(run, { settled: async () => void (await Promise.all(stops)) });
}

const placeholder = /\{(\w+):([A-Za-z][\w(), ]*)\}/g;

/**
 * Returns the statement with each `{name:Type}` replaced by its value, as a literal cast to that type. The embedded
 * engine stores bound values once per process, so bound statements run one at a time, and a slow export would block
 * every dashboard. Values never become syntax: numbers are checked, text is quoted.
 */
export function bindLiterals({ sql, params }: Statement): string {
  return sql.replace(placeholder, (_, name: string, type: string) => {
    if (!Object.hasOwn(params, name)) throw new Error(`the statement wants a parameter ${name} and got none`);
    return `CAST(${literal(params[name])}, '${type}')`;
  });
}

function literal(value: unknown): string {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw new Error('a number bound to a statement must be finite');
      return String(value);
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? '1' : '0';
    case 'string':
      return quote(value);
  }
  if (value === null) return 'NULL';
  // Passes whole numbers as one text. As literals, each would be a node of the syntax tree, which takes longer to parse
  // than most queries take to run.
  if (Array.isArray(value) && value.length > 0 && value.every(isWholeNumbers)) return `'${JSON.stringify(value)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  throw new Error(`a ${typeof value} cannot be bound to a statement`);
}

/** Whether a value is a whole number, or a list of them at any depth. */
const isWholeNumbers = (value: unknown): boolean =>
  Number.isSafeInteger(value) || (Array.isArray(value) && value.every(isWholeNumbers));

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

const loading = Object.entries(loadingSettings)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

/** Opens the ClickHouse engine inside this process, on a folder that only one process may open. */
export async function openEmbeddedEngine(
  folder: string,
  usualSeconds: number,
  clock: Clock,
  limits: EnginePoolLimits = embeddedPoolLimits,
): Promise<Engine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The first connection sets the engine's configuration; the others attach to it.
  const first = new Session(folder, {
    connectionArgs: Object.entries(engineArguments).map(([name, value]) => `--${name}=${value}`),
  });
  const control = new Session(folder);
  const ending = createStatementCanceller((sql) => control.queryAsync(sql));
  const pools = openPools(folder, usualSeconds, clock, limits);
  const read = <Answer>(
    statement: Statement,
    reading: Reading,
    run: (client: ClickHouseClient, query: string) => Promise<Answer>,
  ) =>
    pools.of(reading).run(async (connection) => {
      const client = await connection;
      try {
        return await ending(reading.owner?.signal, bindLiterals(statement), (query) => run(client, query));
      } catch (error) {
        // A connection holds the memory of a failed statement until its next statement.
        await client.command({ query: 'SELECT 1' }).catch(() => {});
        throw error;
      }
    }, reading.owner);
  let pinging: Promise<unknown> | null = null;

  return {
    query: (statement, reading) =>
      read(statement, reading, async (client, query) => (await client.query({ query, format: 'JSONEachRow' })).json()),
    columns: (statement, reading) =>
      read(statement, reading, async (client, query) =>
        toColumns((await (await client.query({ query, format: 'JSONColumnsWithMetadata' })).json()) as never),
      ),
    insert: (table, values) =>
      pools.inserts.run(async (connection) => {
        await (await connection).insert({ table, values, format: 'JSONEachRow' });
      }),
    dump: (statement, reading) =>
      read(statement, reading, async (client, query) =>
        buffer((await client.exec({ query: `${query} FORMAT Native` })).stream),
      ),
    load: (table, columns, rows) =>
      pools.commands.run(async (connection) => {
        // This engine takes statements only as text, so bytes reach it through a file.
        const file = join(folder, `.load-${randomUUID()}`);
        await writeFile(file, rows, { mode: 0o600 });
        try {
          const source = `file('${file.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', 'Native')`;
          const query = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${source} SETTINGS ${loading}`;
          await (await connection).command({ query });
        } finally {
          await rm(file, { force: true });
        }
      }),
    command: (statement) =>
      pools.commands.run(async (connection) => {
        await (await connection).command({ query: bindLiterals(statement) });
      }),
    findOverload: (reading) => pools.of(reading).findOverload(reading.owner),
    lines: () => pools.lines(),
    // Only pings run on the first connection, so they never wait for a long statement. Concurrent pings share one
    // statement, because each would take a thread.
    async ping() {
      pinging ??= first.queryAsync('SELECT 1').finally(() => {
        pinging = null;
      });
      await pinging;
    },
    async close() {
      await pools.close();
      await ending.settled();
      control.close();
      first.close();
    },
  };
}
