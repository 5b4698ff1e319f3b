import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Cancelled } from '../../../platform/failures.ts';
import { parseImportOptions } from './import-options.ts';
import { importReadings } from './import-stream.ts';

const options = parseImportOptions({
  timezone: 'Europe/Zurich',
  time: 'time',
  device: '=PAD-1',
  map: ['in=affluenceIn'],
});

/** Yields a file of `rows` rows in chunks; ends with the error if given. */
async function* file(rows: number, broken?: Error) {
  yield 'time,in\n';
  for (let row = 0; row < rows; row += 1000)
    yield Array.from({ length: 1000 }, (_, index) => `${1_581_663_900 + (row + index) * 60},1\n`).join('');
  if (broken) throw broken;
}

function sending() {
  const batches: number[] = [];
  const leaving = new AbortController();
  return {
    batches,
    leaving,
    run: (input: AsyncIterable<string>, whileSending: () => Promise<void> = async () => {}) => {
      if (!options.ok) throw new Error(options.error.message);
      return importReadings(Readable.from(input), options.value, {
        send: async (raw) => {
          batches.push(raw.length);
          await whileSending();
          return { ok: true, value: { accepted: raw.length, unchanged: 0, corrected: 0, rejected: [] } };
        },
        report: () => {},
        signal: leaving.signal,
      });
    },
  };
}

const kept = () => readdirSync(tmpdir()).filter((name) => name.startsWith('atrium-import-'));

test('a file is read in a thread of its own and sent in batches', async () => {
  const before = kept();
  const { batches, run } = sending();
  expect(await run(file(50_000))).toMatchObject({ value: { rows: 50_000, accepted: 50_000, badLines: 0 } });
  expect(batches).toEqual([20_000, 20_000, 10_000]);
  expect(kept()).toEqual(before);
});

test('a truncated upload fails and stores nothing', async () => {
  const { batches, run } = sending();
  const result = await run(file(50_000, new Error('the disk is gone')));
  expect(result.ok ? '' : result.error.message).toContain('the disk is gone');
  expect(batches).toEqual([]);
});

test('an aborted import ends after the current batch', async () => {
  const { batches, leaving, run } = sending();
  let isStored = false;
  const imported = run(file(100_000), async () => {
    leaving.abort();
    await new Promise((resume) => setTimeout(resume, 50));
    isStored = true;
  });
  await expect(imported).rejects.toThrow(Cancelled);
  expect([batches, isStored]).toEqual([[20_000], true]);
});

test('an error while sending ends the import', async () => {
  const { run } = sending();
  await expect(run(file(1000), () => Promise.reject(new Error('no store')))).rejects.toThrow('no store');
});
