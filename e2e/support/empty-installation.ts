import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { expect } from './journey.ts';

/** An instance without demo and without users, in its own folder. */
export interface EmptyInstallation {
  /** Link of the first administrator's invitation. */
  readonly invitation: string;
  readonly origin: string;
  stop(): Promise<void>;
}

/** Timeout for a busy machine, ms. */
const START_WITHIN = 240_000;

/** Starts an empty instance; `settings` extend the defaults. */
export async function startEmpty(settings: Readonly<Record<string, string>> = {}): Promise<EmptyInstallation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-empty-'));
  const root = path.resolve(import.meta.dirname, '../..');
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    ATRIUM_DATA_DIR: folder,
    ATRIUM_DEMO: '0',
    MQTT_PORT: 'off',
    ...settings,
  };
  const child: ChildProcess = spawn(process.execPath, ['packages/api/src/app/main.ts'], { cwd: root, env });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const invitation = () => /http\S+\/invitation\?token=\S+/.exec(said)?.[0];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = () => /ready at/.test(said) && invitation() !== undefined;
  await expect
    .poll(isReady, { timeout: START_WITHIN })
    .toBe(true)
    .catch(async (error) => {
      await stop();
      throw error;
    });
  const address = invitation() ?? '';
  return {
    invitation: address,
    origin: new URL(address).origin,
    stop,
  };
}
