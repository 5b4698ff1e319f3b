import './statement-threads.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@atrium/domain/core';
import type { ClickHouseClient } from '@clickhouse/client';
import { Session } from 'chdb';
import type { Statement } from '../analytics-store.ts';
import { bindLiterals } from './bind-literals.ts';
import { createStatementCanceller } from './cancel-statements.ts';
import { openPools } from './embedded-pools.ts';
import type { Engine, Reading } from './engine.ts';
import { engineArguments, loadingSettings } from './engine-settings.ts';
import { type EnginePoolLimits, embeddedPoolLimits } from './lanes/engine-pools.ts';
import { toColumns } from './to-columns.ts';

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
  const lanes = openPools(folder, usualSeconds, clock, limits);
  const read = <Answer>(
    statement: Statement,
    reading: Reading,
    run: (client: ClickHouseClient, query: string) => Promise<Answer>,
  ) =>
    lanes.of(reading).run(async (connection) => {
      const client = await connection;
      try {
        return await ending(reading.asker?.signal, bindLiterals(statement), (query) => run(client, query));
      } catch (error) {
        // A connection holds the memory of a failed statement until its next statement.
        await client.command({ query: 'SELECT 1' }).catch(() => {});
        throw error;
      }
    }, reading.asker);
  let pinging: Promise<unknown> | null = null;

  return {
    query: (statement, reading) =>
      read(statement, reading, async (client, query) => (await client.query({ query, format: 'JSONEachRow' })).json()),
    columns: (statement, reading) =>
      read(statement, reading, async (client, query) =>
        toColumns((await (await client.query({ query, format: 'JSONColumnsWithMetadata' })).json()) as never),
      ),
    insert: (table, values) =>
      lanes.inserts.run(async (connection) => {
        await (await connection).insert({ table, values, format: 'JSONEachRow' });
      }),
    dump: (statement, reading) =>
      read(statement, reading, async (client, query) =>
        buffer((await client.exec({ query: `${query} FORMAT Native` })).stream),
      ),
    load: (table, columns, rows) =>
      lanes.commands.run(async (connection) => {
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
      lanes.commands.run(async (connection) => {
        await (await connection).command({ query: bindLiterals(statement) });
      }),
    noRoomFor: (reading) => lanes.of(reading).noRoomFor(reading.asker),
    lines: () => lanes.lines(),
    // Only pings run on the first connection, so they never wait for a long statement. Concurrent pings share one
    // statement, because each would take a thread.
    async ping() {
      pinging ??= first.queryAsync('SELECT 1').finally(() => {
        pinging = null;
      });
      await pinging;
    },
    async close() {
      await lanes.close();
      await ending.settled();
      control.close();
      first.close();
    },
  };
}
