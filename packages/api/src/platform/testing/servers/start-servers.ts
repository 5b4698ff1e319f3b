import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../relational/embedded-postgres.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { startClickhouseWire } from './clickhouse-wire.ts';
import { startNatsServer } from './nats-server.ts';

/** PostgreSQL, ClickHouse's interface and NATS, for an installation with several processes. */
export interface TestServers {
  /** Their URLs as environment variables of the product. */
  readonly settings: Readonly<Record<'DATABASE_URL' | 'CLICKHOUSE_URL' | 'NATS_URL', string>>;
  /** Ends every process of `running`, in reverse order, and then the servers. */
  close(): Promise<void>;
}

/** Starts servers for one test below a folder. `running`: processes to end before the servers. */
export async function startServers(folder: string, running: ChildProcess[]): Promise<TestServers> {
  const options = { connections: 100 };
  const relational = await startEmbeddedPostgres(join(folder, 'postgres'), createLogger('silent'), options);
  const [wire, nats] = [await startClickhouseWire(), await startNatsServer(running)];
  const place = encodeURIComponent(relational.socketFolder);
  return {
    settings: {
      DATABASE_URL: `postgres://atrium:${relational.password}@localhost/postgres?host=${place}`,
      CLICKHOUSE_URL: wire.url,
      NATS_URL: nats.url,
    },
    async close() {
      for (const child of running.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await wire.close();
      await relational.stop();
    },
  };
}
