import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { databaseUrl as databaseOf } from '../testing/global-setup.ts';
import { ensureStoresAnswer } from './ensure-stores-answer.ts';

const patience = { startMs: 0, answerMs: 300 };
const nothing = { databaseUrl: null, clickhouseUrl: null, natsUrl: null };

/** Nothing listens on port 1 of this machine. */
const nowhere = '127.0.0.1:1';

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Accepts connections and never answers. */
async function silence(): Promise<string> {
  const server = createListener(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ours = (name: string) => databaseOf(inject('postgresSocket'), name);
const refusalOf = (settings: Partial<typeof nothing>) =>
  ensureStoresAnswer({ ...nothing, ...settings } as never, patience).then(
    () => null,
    ({ name, message }: Error) => ({ name, message }),
  );
const refused = (pattern: RegExp) => ({ name: 'StartRefused', message: expect.stringMatching(pattern) });

test('running servers are accepted, and embedded stores are not checked', async () => {
  const clickhouse = await listening((_request, response) => response.end('{"one":1}\n'));
  expect(await refusalOf({})).toBeNull();
  expect(await refusalOf({ databaseUrl: ours('template1') as never })).toBeNull();
  expect(await refusalOf({ clickhouseUrl: `http://${clickhouse}/atrium` as never })).toBeNull();
});

test('both are named when both are wrong, without passwords', async () => {
  const told = await refusalOf({
    databaseUrl: `postgres://atrium:hunter2@${nowhere}/atrium` as never,
    clickhouseUrl: `http://atrium:hunter2@${nowhere}/atrium` as never,
  });
  expect(told).toEqual(
    refused(
      /^DATABASE_URL \(127\.0\.0\.1:1\/atrium\) cannot be used: connect ECONNREFUSED \S+\nCLICKHOUSE_URL \(127\.0\.0\.1:1\/atrium\) cannot be used: connect ECONNREFUSED \S+$/,
    ),
  );
  expect(told?.message).not.toContain('hunter2');
});

test.each<[string, () => Promise<string>, RegExp]>([
  ['has no such database', async () => ours('absent'), /cannot be used: database "absent" does not exist$/],
  ['is a web server', async () => `postgres://${await listening((_, to) => to.end())}/atrium`, /cannot be used: .+$/],
  ['says nothing', async () => `postgres://${await silence()}/atrium`, /cannot be used: .+$/],
])('a DATABASE_URL that %s is reported in one sentence', async (_, url, message) => {
  expect(await refusalOf({ databaseUrl: (await url()) as never })).toEqual(
    refused(new RegExp(`^DATABASE_URL \\(\\S+\\) ${message.source}`)),
  );
});

test.each<[string, () => Promise<string>, RegExp]>([
  ['shows pages', () => listening((_, to) => to.end('<html>Welcome</html>')), /what answers there is no ClickHouse/],
  ['knows no such address', () => listening((_, to) => to.writeHead(404).end('<html>Gone</html>')), /.*Gone/],
  ['lets nobody in', () => listening(unknownUser), /.*atrium: Authentication failed/],
  ['says nothing', silence, /[Tt]imeout.*/],
])('a CLICKHOUSE_URL that %s is reported in one sentence', async (_, server, message) => {
  const clickhouseUrl = `http://atrium:hunter2@${await server()}` as never;
  expect(await refusalOf({ clickhouseUrl })).toEqual(
    refused(new RegExp(`^CLICKHOUSE_URL \\(\\S+\\) cannot be used: ${message.source}`)),
  );
});

/** Response of a server to a wrong password. */
const unknownUser: RequestListener = (_request, response) =>
  response
    .writeHead(403, { 'x-clickhouse-exception-code': '516' })
    .end(
      'Code: 516. DB::Exception: atrium: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.7.1.1)\n',
    );

test('waits for a server that is still starting', async () => {
  let asked = 0;
  const clickhouse = await listening((request, response) => {
    asked += 1;
    if (asked < 3) request.socket.destroy();
    else response.end('{"one":1}\n');
  });
  await ensureStoresAnswer({ ...nothing, clickhouseUrl: `http://${clickhouse}` }, { startMs: 20_000, answerMs: 5000 });
  expect(asked).toBe(3);
});
