import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { aClock } from '@atrium/testkit/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveImportRecipe } from '../../../../numbers/ingest/import/recipes/import-recipes.ts';
import { createTestIngestion, present, readStoredContents } from '../../../../numbers/ingest/testing/ingest-fixture.ts';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import type { PlatformServices } from '../../../services.ts';
import type { OutputLine } from '../../control-protocol.ts';
import { runCommand } from '../../run-command.ts';

const stores = useTestStores();
const clock = aClock(present);
let folder: string;
let organization = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-watch-'));
  organization += 1;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a file into the folder that was written a minute ago. */
function drop(name: string, text: string, secondsAgo = 60): void {
  writeFileSync(join(folder, name), text);
  const then = Date.now() / 1000 - secondsAgo;
  utimesSync(join(folder, name), then, then);
}

async function world() {
  const name = `Watched ${organization}`;
  const { pool, db } = stores.relational;
  const { rows } = await pool.query('insert into organizations (name) values ($1) returning id', [name]);
  const { ingestion, scope } = createTestIngestion(stores.analytics, Number(rows[0].id));
  await saveImportRecipe({ db, clock }, scope, 'doors', {
    ...{
      timezone: 'UTC',
      timeColumn: 'time',
      clockColumn: null,
      device: { serial: 'PAD-1' },
      named: null,
      across: null,
    },
    ...{ maps: [{ column: 'in', metric: 'affluenceIn', unit: null, serial: null }], interval: 300, fillZero: false },
    ...{ dateOrder: null, timesAreEnds: false, kind: null, exportTo: null },
  });
  const services = { ingestion, platform: { relational: stores.relational, clock } } as unknown as PlatformServices;
  const watch = async (words: readonly string[], signal?: AbortSignal) => {
    const said: OutputLine[] = [];
    const call = { words: ['import', 'watch', folder, '--organization', name, ...words], fileName: '', signal };
    const status = await runCommand(services, { ...call, input: Readable.from([]) }, (line) => void said.push(line));
    return { status, said: said.map((line) => Object.values(line)[0] as string) };
  };
  const values = async () =>
    (await readStoredContents(stores.analytics, scope.organizationId)).map(({ value }) => Number(value));
  return { watch, values };
}

test('imports each file once, and moves it; what is refused stands aside with the reason', async () => {
  const { watch, values } = await world();
  drop('a.csv', 'time,in\n2026-02-14 07:00,3\n2026-02-14 07:05,4\n');
  drop('b.csv', 'time,in\n2026-02-14 07:10,5\n2026-02-14 07:15,many\n');
  drop('c.csv', 'date,people\n2026-02-14,5\n');
  expect(await watch(['--recipe', 'doors', '--once'])).toMatchObject({ status: 1 });
  expect(await values()).toEqual([3, 4, 5]);
  expect(readdirSync(folder).sort()).toEqual(['imported', 'refused']);
  expect(readdirSync(join(folder, 'imported')).sort()).toEqual(['a.csv', 'b.csv', 'b.csv.report.txt']);
  expect(readFileSync(join(folder, 'imported/b.csv.report.txt'), 'utf8')).toMatch(/^b\.csv:3: affluenceIn: "many" /);
  expect(readFileSync(join(folder, 'refused/c.csv.report.txt'), 'utf8')).toMatch(/no column "time"/);
  expect(await watch(['--recipe', 'doors', '--once'])).toEqual({ status: 0, said: [] });
});

test('a file that is still written, a hidden one, a link and a folder stay', async () => {
  const { watch, values } = await world();
  const text = 'time,in\n2026-02-14 07:00,3\n';
  drop('new.csv', text, 1);
  drop('.part.csv', text);
  mkdirSync(join(folder, 'more.csv'));
  symlinkSync('/etc/hostname', join(folder, 'link.csv'));
  expect(await watch(['--recipe', 'doors', '--once'])).toEqual({ status: 0, said: [] });
  expect(await values()).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['.part.csv', 'link.csv', 'more.csv', 'new.csv']);
});

test('a file of a name that came before keeps the earlier one', async () => {
  const { watch } = await world();
  for (const value of [3, 4]) {
    drop('day.csv', `time,in\n2026-02-14 07:00,${value}\n`);
    await watch(['--recipe', 'doors', '--once']);
  }
  expect(readFileSync(join(folder, 'imported/day.csv'), 'utf8')).toContain(',3');
  expect(readFileSync(join(folder, 'imported/day (2).csv'), 'utf8')).toContain(',4');
});

test('watches until the caller leaves', async () => {
  const { watch, values } = await world();
  drop('a.csv', 'time,in\n2026-02-14 07:00,3\n');
  const leaving = new AbortController();
  const watching = watch(['--recipe', 'doors'], leaving.signal);
  await expect.poll(() => existsSync(join(folder, 'imported/a.csv'))).toBe(true);
  leaving.abort();
  expect(await watching).toMatchObject({ status: 0 });
  expect(await values()).toEqual([3]);
});

test.each([
  [['--recipe', 'windows', '--once'], /^--recipe names no recipe "windows"; there are .*, doors$/],
  [['--recipe', 'hystreet', '--once'], /^--device is missing$/],
  [['--once'], /^--recipe is missing$/],
])('%j is refused, and no file is touched', async (words, message) => {
  const { watch } = await world();
  drop('a.csv', 'time,in\n2026-02-14 07:00,3\n');
  expect(await watch(words)).toEqual({ status: 1, said: [expect.stringMatching(message)] });
  expect(readdirSync(folder)).toEqual(['a.csv']);
});
