import { readFile, rename } from 'node:fs/promises';
import { err, ok, type Result } from '@atrium/domain/core';
import * as v from 'valibot';
import { writeWhole } from '../../platform/files/index.ts';

/** What the simulated gateways remember between two runs. */
export interface DemoState {
  /** Epoch ms up to which every packet has been acknowledged. */
  readonly deliveredUntil: number;
  /** Ingest key by the site's key. */
  readonly keys: Readonly<Record<string, string>>;
}

const form = v.object({
  deliveredUntil: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  // A list is a record of its places to the library.
  keys: v.pipe(
    v.unknown(),
    v.check((keys) => !Array.isArray(keys)),
    v.record(v.string(), v.pipe(v.string(), v.minLength(1))),
  ),
});

/** null: there is no such file. An error says in words why what is there is of no use. */
export async function readDemoState(file: string): Promise<Result<DemoState | null, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENOENT' ? ok(null) : err(`cannot be read (${code})`);
  }
  if (text.trim() === '') return err('is empty');
  try {
    const read = v.safeParse(form, JSON.parse(text));
    return read.success ? ok(read.output) : err('does not say what the simulated gateways need');
  } catch {
    return err('is no JSON, or only the beginning of one');
  }
}

/** Whole or not at all: a torn file would make the gateways forget their keys. */
export async function writeDemoState(file: string, state: DemoState): Promise<void> {
  await writeWhole(file, JSON.stringify(state), `${file}.new`);
}

/** Keeps a file that is of no use beside the one that takes its place. */
export async function setAsideDemoState(file: string): Promise<void> {
  // Where even that does not work, writing the new one says why.
  await rename(file, `${file}.damaged`).catch(() => {});
}
