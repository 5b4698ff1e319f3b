import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Random } from '@atrium/testkit/chance';
import { expect, test, vi } from 'vitest';
import { atriumIn, endAll } from '../platform/testing/run-atrium.ts';
import { embeddedHall } from './testing/hall.ts';
import { tell } from './testing/how-often.ts';

const cases = 80;

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

/** The largest file of each kind: names that differ in their numbers alone are one. */
function filesByKind(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => statSync(join(folder, file)).size > 0);
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  const kinds = Map.groupBy(files, (file) => file.replaceAll(/[0-9a-f]{3,}|\d+/g, '#'));
  return new Map([...kinds].map(([kind, all]) => [kind, all.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? '']));
}

/** How a start on the folder ended: refused in a sentence, told while it serves, or nothing was missing. */
async function outcomeOf(atrium: ReturnType<typeof atriumIn>, people: string): Promise<string> {
  const health = await atrium.command('doctor');
  const server = await atrium.serve().catch((error: Error) => error);
  if (server instanceof Error) {
    if (server.message === 'not ready') return 'neither serves nor ends';
    const last = server.message.trim().split('\n').at(-1) ?? '';
    return /^\s+at |^$/.test(last) ? `ended without a sentence: ${server.message.slice(-300)}` : 'refused';
  }
  const problems = async () => (await (await fetch(`${server.address}/readyz`)).json()).problems ?? [];
  // The walk through everything takes its time.
  const patience = { timeout: 30_000, interval: 200 };
  if (health.status !== 0)
    await vi.waitFor(async () => expect(await problems()).not.toEqual([]), patience).catch(() => {});
  const told = (await problems()).length > 0;
  await server.stop();
  if (told) return 'told';
  const { out, status } = await atrium.program('backup/testing/ask-questions.ts', 'total', '2026-01-01', '8');
  if (out.trim() === people) return health.status === 0 ? 'harmless' : 'told by doctor alone';
  return status === 0 ? `wrong: ${out.trim()} people of ${people}, and nothing was said` : 'not answered';
}

test(`${cases} files, of each kind, gone, empty, cut short or changed: no answer is silently wrong`, {
  timeout: 120_000 + cases * 60_000,
}, async () => {
  const hall = await embeddedHall();
  const server = await hall.start();
  const gateways = hall.gateways();
  await gateways.more(60);
  await gateways.settle();
  await server.stop();
  await hall.judge('before damage', gateways, {});
  const people = (await hall.atrium.program('backup/testing/ask-questions.ts', 'total', '2026-01-01', '8')).out.trim();
  const kinds = [...filesByKind(hall.data)];
  const all = new Random(5).shuffled(
    kinds.flatMap(([kind, file]) => Object.keys(harms).map((harm) => ({ kind, file, harm }))),
  );
  const outcomes: { readonly kind: string; readonly harm: string; readonly outcome: string }[] = [];
  for (const [number, { kind, file, harm }] of all.slice(0, cases).entries()) {
    const folder = join(hall.root, `damaged-${number}`);
    cpSync(hall.data, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    harms[harm]?.(join(folder, file));
    const outcome = await outcomeOf(atriumIn(folder, hall.running), people);
    await endAll(hall.running);
    outcomes.push({ kind, harm, outcome });
    rmSync(folder, { recursive: true });
  }
  const count = (outcome: string) => outcomes.filter((each) => each.outcome === outcome).length;
  const fine = ['refused', 'told', 'told by doctor alone', 'harmless'];
  const wrong = outcomes.filter(({ outcome }) => !fine.includes(outcome));
  tell('damaged files', {
    kinds: kinds.length,
    cases: outcomes.length,
    ...Object.fromEntries(fine.map((outcome) => [outcome, count(outcome)])),
    wrong: wrong.length,
  });
  expect(wrong).toEqual([]);
});
