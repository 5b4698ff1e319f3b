import '../../analytics/statement-threads.ts';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Session } from 'chdb';

/** Number of concurrent statements, each on its own connection. */
const connections = 8;

/**
 * Starts a server with the part of ClickHouse's HTTP interface that its client uses, backed by the embedded engine of
 * the same version. It lets several processes share one engine where no server is available. Request settings are
 * ignored.
 */
export async function startClickhouseWire(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-wire-'));
  const sessions = Array.from(
    { length: connections },
    () => new Session(folder, { connectionArgs: ['--timezone=UTC'] }),
  );
  const idle = [...sessions];
  const waiting: ((session: Session) => void)[] = [];
  const take = async () => idle.pop() ?? new Promise<Session>((resolve) => waiting.push(resolve));
  const giveBack = (session: Session) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(session);
    else next(session);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '/', 'http://wire');
    const body = await buffer(request);
    const query = searchParams.get('query') ?? '';
    const session = await take();
    // Rows in the native format are not text, so the engine reads them from a file.
    const rows = query.endsWith('FORMAT Native') && body.length > 0 ? join(folder, `rows-${randomUUID()}`) : null;
    try {
      if (rows !== null) await writeFile(rows, body);
      const sql =
        rows === null
          ? [query, body.toString()].filter((part) => part !== '').join('\n')
          : query.replace(/FORMAT Native$/, `SELECT * FROM file(${literal(rows)}, 'Native')`);
      for (const [name, value] of searchParams)
        if (name.startsWith('param_')) await session.queryAsync(`SET ${name} = ${literal(value)}`);
      response.end((await session.queryAsync(sql)).bytes());
    } catch (error) {
      response.writeHead(500, { 'x-clickhouse-exception-code': '1' }).end((error as Error).message);
    } finally {
      if (rows !== null) await rm(rows, { force: true });
      giveBack(session);
    }
  }

  // Values are part of the URL, which ClickHouse accepts up to this size.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => void answer(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      for (const session of sessions) session.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const literal = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
