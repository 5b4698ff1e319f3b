import {
  cpSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { Random } from '@atrium/testkit/chance';
import { expect, test, vi } from 'vitest';
import { connectEmbedded } from '../../src/platform/testing/connect-embedded.ts';
import { createAtrium, endAll } from '../../src/platform/testing/run-atrium.ts';
import { createEmbeddedHall } from './testing/hall.ts';
import { recordResult } from './testing/repeats.ts';

/** `ATRIUM_CASES` limits the number of cases; `ATRIUM_FILES` selects files whose paths contain a word. */
const most = Number(process.env.ATRIUM_CASES ?? Number.POSITIVE_INFINITY);
const word = process.env.ATRIUM_FILES ?? '';
/** Number of concurrent cases, each in its own folder: a start mostly waits for disks. */
const lanes = 2;
/** ms allowed for a start on a busy machine. */
const startMs = 180_000;

const harms: Readonly<Record<string, (file: string) => void>> = {
  gone: (file) => rmSync(file),
  empty: (file) => truncateSync(file, 0),
  'cut short': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  changed: (file) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    writeFileSync(file, bytes);
  },
};

interface Case {
  /** Path of the file without its numbers, which distinguish files of one kind. */
  readonly kind: string;
  readonly file: string;
  readonly harm: string;
}

/** Returns the files of our tables that have rows, and of their indexes, by path. */
async function filesOfTables(folder: string): Promise<ReadonlyMap<string, string>> {
  const client = await connectEmbedded(folder);
  const { rows } = await client.query(
    `select pg_relation_filepath(c.oid) as file, case t.relkind when 'S' then 'a sequence' else c.relname end as name
      from pg_class t left join pg_index i on i.indrelid = t.oid join pg_class c on c.oid in (t.oid, i.indexrelid)
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'S') and pg_relation_size(t.oid) > 0`,
  );
  await client.end();
  return new Map(rows.map(({ file, name }) => [join('postgres', file), `postgres, ${name}`]));
}

/**
 * Returns the largest file of each kind with each kind of damage. The engine lists files twice, by table and by number;
 * each is used once. Each named file is a kind of its own.
 */
function casesOf(folder: string, named: ReadonlyMap<string, string>): readonly Case[] {
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => sizeOf(file) > 0);
  const once = [...Map.groupBy(files, (file) => realpathSync(join(folder, file))).values()].map(
    (paths) => paths.toSorted()[0] as string,
  );
  const kinds = Map.groupBy(once, (file) => named.get(file) ?? file.replaceAll(/[0-9a-f]{3,}|\d+/g, '#'));
  return [...kinds].flatMap(([kind, all]) => {
    const file = all.toSorted((left, right) => sizeOf(right) - sizeOf(left))[0] as string;
    // Half of one byte is an empty file, which is a separate case.
    const possible = Object.keys(harms).filter((harm) => harm !== 'cut short' || sizeOf(file) > 1);
    return possible.map((harm) => ({ kind, file, harm }));
  });
}

const hasStack = (said: string) => /^\s+at |^$/.test(said.trim().split('\n').at(-1) ?? '');
const saysWhatToDo = (said: string) => /atrium restore|put .*back|delete/.test(said);

/**
 * Returns how a start on the folder ended: refused with a message, reported while serving, or harmless. Also runs
 * `doctor` as an operator would, while the server runs if it started.
 */
async function outcomeOf(atrium: ReturnType<typeof createAtrium>, people: string): Promise<string> {
  const server = await atrium.serve(startMs).catch((error: Error) => error);
  const health = await atrium.command('doctor');
  const toldByDoctor = health.status !== 0 && saysWhatToDo(health.errors);
  if (hasStack(health.errors) && health.status !== 0) return `doctor failed: ${health.errors.slice(-300)}`;
  if (server instanceof Error) {
    if (server.message === 'not ready') return 'neither serves nor ends';
    if (hasStack(server.message)) return `ended without a sentence: ${server.message.slice(-300)}`;
    return toldByDoctor && saysWhatToDo(server.message)
      ? 'refused'
      : `refused otherwise: ${server.message.slice(-300)}; doctor (${health.status}): ${health.errors.slice(-300)}`;
  }
  const problems = async (): Promise<string[]> =>
    (await (await fetch(`${server.address}/readyz`)).json()).problems ?? [];
  // The full check takes time, and pauses while the machine is busy.
  const patience = { timeout: 180_000, interval: 50 };
  if (health.status !== 0)
    await vi.waitFor(async () => expect(await problems()).not.toEqual([]), patience).catch(() => {});
  const told = await problems();
  // The engine may have merged a damaged part and rewritten it from intact data.
  const isWhole = health.status === 0 || (told.length === 0 && (await atrium.command('doctor')).status === 0);
  await server.stop();
  if (told.length > 0) {
    if (!toldByDoctor) return `told, but not by doctor: ${health.errors.slice(-300)}`;
    if (!saysWhatToDo(told.join())) return `told otherwise: ${told.join()}`;
    return /damaged/.test(server.said.out + server.said.errors) ? 'told' : 'told, but not in the log';
  }
  const { out, status } = await atrium.program(
    'operations/backup/testing/ask-questions.ts',
    'total',
    '2026-01-01',
    '8',
  );
  if (out.trim() === people) return isWhole ? 'harmless' : `told by doctor alone: ${health.errors}`;
  return status === 0 ? `wrong: ${out.trim()} people of ${people}, and nothing was said` : 'not answered';
}

test('files of each kind, missing, empty, truncated or changed: no answer is silently wrong', {
  timeout: 3 * 3_600_000,
}, async () => {
  const hall = await createEmbeddedHall();
  const server = await hall.start();
  const gateways = hall.gateways();
  await gateways.more(60);
  await gateways.settle();
  const named = await filesOfTables(hall.data);
  await server.stop();
  await hall.judge('before damage', gateways, {});
  const people = (
    await hall.atrium.program('operations/backup/testing/ask-questions.ts', 'total', '2026-01-01', '8')
  ).out.trim();
  const all = casesOf(hall.data, named).filter(({ file, kind }) => file.includes(word) || kind.includes(word));
  const left = new Random(5).shuffled([...all]).slice(0, most);
  const outcomes: { readonly kind: string; readonly harm: string; readonly outcome: string }[] = [];
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { kind, file, harm } = next;
      // A separate folder, because a killed database may still write for a moment.
      const folder = join(hall.root, `damaged-${left.length}`);
      cpSync(hall.data, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      harms[harm]?.(join(folder, file));
      const running: Parameters<typeof endAll>[0] = [];
      const outcome = await outcomeOf(createAtrium(folder, running), people);
      outcomes.push({ kind, harm, outcome });
      // Printed as it goes, so that an interrupted run shows its results.
      process.stderr.write(`${kind}, ${harm}: ${outcome}\n`);
      await endAll(running);
      rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 500 });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const fine = ['refused', 'told', 'harmless'];
  const wrong = outcomes.filter(({ outcome }) => !fine.includes(outcome));
  const counts = fine.map((each) => [each, outcomes.filter(({ outcome }) => outcome === each).length]);
  const kinds = new Set(outcomes.map(({ kind }) => kind)).size;
  recordResult('damaged files', { kinds, cases: outcomes.length, ...Object.fromEntries(counts), wrong: wrong.length });
  expect(wrong).toEqual([]);
});
