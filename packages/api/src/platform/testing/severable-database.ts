import { connect, createServer, type Socket } from 'node:net';
import { inject } from 'vitest';
import { openRelationalStore, type RelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';

/** Test database behind a proxy that can be cut. */
export interface SeverableDatabase {
  readonly relational: RelationalStore;
  /** Breaks open connections and refuses new ones, as when PostgreSQL is down. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openSeverableDatabase({ pool }: RelationalStore): Promise<SeverableDatabase> {
  const { rows } = await pool.query('select current_database() as name');
  const line = createServer((near) => {
    const far = connect(`${inject('postgresSocket')}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to).on('error', () => {});
      from.on('close', () => to.destroy());
      open.add(from);
    }
  });
  const open = new Set<Socket>();
  const listen = (port: number) => new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = line.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const url = `postgres://atrium@127.0.0.1:${port}/${rows[0].name}`;
  const relational = await openRelationalStore({ source: { url }, logger: createLogger('silent') });
  const cut = async () => {
    const closed = new Promise((resolve) => line.close(resolve));
    for (const socket of open) socket.destroy();
    open.clear();
    await closed;
  };
  return {
    relational,
    cut,
    mend: () => listen(port),
    async close() {
      await relational.close();
      if (line.listening) await cut();
    },
  };
}
