import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { aClock } from '@atrium/testkit/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import type { PlatformServices } from '../services.ts';
import { callHeader, type OutputLine } from './control-protocol.ts';
import { type ControlSocket, openControlSocket } from './control-socket.ts';
import { callServer } from './running-server.ts';

const stores = useTestStores();
const clock = aClock('2026-03-02T09:00:00Z');

let folder: string;
let socket: ControlSocket | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-control-'));
});
afterEach(async () => {
  await socket?.stop();
  socket = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the socket of a server on the test's stores. */
async function serve(over: Partial<PlatformServices> = {}) {
  const services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  const logged: unknown[] = [];
  const logger = { error: (...said: unknown[]) => void logged.push(said) };
  const platform = { folder: { path: folder }, relational: stores.relational, clock, logger };
  socket = await openControlSocket({ ...services, platform, ...over } as unknown as PlatformServices);
  return { services, logged };
}

async function call(words: readonly string[], fileName: string, content: () => Readable) {
  const said: OutputLine[] = [];
  const status = await callServer(folder, { words, fileName }, content, (line) => void said.push(line));
  return { status, said };
}

const organization = async (services: Pick<PlatformServices, 'provisioning'>, name: string) =>
  applySiteFile(services.provisioning, `organization: { name: ${name} }`, {
    dryRun: false,
    prune: false,
    within: null,
  });

const readings = (name: string, column = 'in') => [
  ...['import', 'readings', 'rows.csv', '--organization', name, '--timezone', 'UTC', '--time', 'time'],
  ...['--device', '=PAD-1', '--map', `${column}=affluenceIn`],
];
/** A file of this many MB, in chunks as a file is read. */
const large = (header: string, megabytes: number) =>
  Readable.from(
    (function* () {
      yield Buffer.from(header);
      for (let portion = 0; portion < 16 * megabytes; portion++) yield Buffer.alloc(65_536, 'x');
    })(),
  );

test.each<[string, (name: string) => readonly string[], number, RegExp]>([
  [
    'a column the file does not have',
    (name) => readings(name, 'Foo'),
    2,
    /^The file has no column "Foo"; its columns are time, in$/,
  ],
  [
    'an organization there is not',
    () => readings('Nobody at all'),
    2,
    /^there is no organization "Nobody at all"; the organizations are "[^"]+"(, "[^"]+")*( and \d+ more)?$/,
  ],
  [
    'a sales file over its size',
    (name) => ['import', 'sales', 'rows.csv', '--organization', name],
    24,
    /^Invalid uploaded file$/,
  ],
  ['a site file over its size', () => ['site', 'apply', 'site.yaml'], 40, /the file is larger than 5 MB$/],
])(
  'a command that fails before it has read a large file says why: %s',
  async (_, wordsOf, megabytes, why) => {
    const { services } = await serve();
    const name = `Control ${megabytes} ${wordsOf('').length}`;
    await organization(services, name);
    const { status, said } = await call(wordsOf(name), 'rows.csv', () => large('time,in\n', megabytes));
    expect(status).toBe(1);
    expect(said).toEqual([{ fail: expect.stringMatching(why) }]);
  },
  60_000,
);

test('a till’s own export is imported by its columns, with items gathered by receipt', async () => {
  const { services } = await serve();
  const site = '{ key: till, name: Till, timezone: America/New_York, currency: USD, shopId: till-7 }';
  const file = `organization: { name: Control till }\ninstallations: [${site}]`;
  await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  // The items of a real export: 417 rows of 296 receipts.
  const rows = Array.from({ length: 417 }, (_, row) => {
    const receipt = row % 296;
    const time = `${String(9 + (receipt % 8)).padStart(2, '0')}:${String(receipt % 60).padStart(2, '0')}:00`;
    return `02/${String(10 + (receipt % 10))}/2026,${time},T${receipt},${row < 41 ? 2 : 1},$${row === 416 ? '56.00' : '7.50'}`;
  });
  const columns = ['--receipt', 'Transaction ID', '--date', 'Date', '--time', 'Time', '--items', 'Qty'];
  const { status, said } = await call(
    [
      ...['import', 'sales', 'items.csv', '--organization', 'Control till', '--shop', '=till-7'],
      ...[...columns, '--turnover', 'Net Sales', '--dates', 'month-first'],
    ],
    'items.csv',
    () => Readable.from([['Date,Time,Transaction ID,Qty,Net Sales', ...rows].join('\n')]),
  );
  expect(said).toEqual([
    { out: 'shop till-7: 296 receipts of 10 days, 3176.00 USD; 296 new, 0 corrected' },
    { out: expect.stringMatching(/^296 rows imported as import \d+$/) },
  ]);
  expect(status).toBe(0);
  const stored = await stores.relational.pool.query(
    "select count(*)::int as receipts, sum(items)::int as items from sales_receipts where receipt like 'T%'",
  );
  expect(stored.rows).toEqual([{ receipts: 296, items: 458 }]);
});

test('an import ends when the one who called has left', async () => {
  const { services } = await serve();
  await socket?.stop();
  await organization(services, 'Control left');
  const batches: number[] = [];
  const left = Promise.withResolvers<void>();
  const ingestion = {
    ...services.ingestion,
    importReadings: async (_scope: unknown, _import: unknown, raw: readonly object[]) => {
      batches.push(raw.length);
      calling.destroy();
      await left.promise;
      // The server notices it in one of the next turns of its event loop.
      await new Promise((resume) => setTimeout(resume, 50));
      return { ok: true, value: { accepted: raw.length, unchanged: 0, corrected: 0, rejected: [], installations: [] } };
    },
  };
  const { logged } = await serve({ ingestion } as never);
  const header = Buffer.from(JSON.stringify({ words: readings('Control left'), fileName: 'rows.csv' }));
  const calling = request({
    socketPath: join(folder, 'control.sock'),
    method: 'POST',
    headers: { [callHeader]: header.toString('base64url') },
  });
  calling.on('error', () => {});
  calling.on('close', () => left.resolve());
  const rows = Array.from({ length: 100_000 }, (_, index) => `${1_581_663_900 + index * 60},1\n`).join('');
  calling.end(`time,in\n${rows}`);
  await left.promise;
  // Waits for running commands.
  await socket?.stop();
  socket = null;
  expect(batches).toEqual([20_000]);
  expect(logged).toEqual([]);
}, 60_000);
