import { readFile, rename, writeFile } from 'node:fs/promises';

/** What the simulated gateways remember between two runs. */
export interface DemoState {
  /** Epoch ms up to which every packet has been acknowledged. */
  readonly deliveredUntil: number;
  /** Ingest key by the site's key. */
  readonly keys: Readonly<Record<string, string>>;
}

/** null: this data folder was not started as a demo. */
export async function readDemoState(file: string): Promise<DemoState | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoState;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all: a torn file would make the gateways forget their keys. */
export async function writeDemoState(file: string, state: DemoState): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
