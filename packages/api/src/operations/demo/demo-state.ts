import { readFile, rename } from 'node:fs/promises';
import { err, ok, type Result } from '@atrium/domain/core';
import * as v from 'valibot';
import { writeAtomically } from '../../platform/files/index.ts';

/** State of the simulated gateways between two runs. */
export interface DemoState {
  /** Epoch ms until which every packet is acknowledged. */
  readonly deliveredUntil: number;
  /** Ingest keys by site key. */
  readonly keys: Readonly<Record<string, string>>;
}

const form = v.object({
  deliveredUntil: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  // valibot accepts an array as a record of its indexes.
  keys: v.pipe(
    v.unknown(),
    v.check((keys) => !Array.isArray(keys)),
    v.record(v.string(), v.pipe(v.string(), v.minLength(1))),
  ),
});

/** Reads the state file. Null if there is none. The error describes why the file is unusable. */
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

/** Writes the file atomically: with a torn file, the gateways would lose their keys. */
export async function writeDemoState(file: string, state: DemoState): Promise<void> {
  await writeAtomically(file, JSON.stringify(state), `${file}.new`);
}

/** Renames an unusable file, so that its replacement does not overwrite it. */
export async function renameDamagedDemoState(file: string): Promise<void> {
  // If that fails too, writing the new file reports the reason.
  await rename(file, `${file}.damaged`).catch(() => {});
}
