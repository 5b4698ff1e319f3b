import { statSync } from 'node:fs';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Config } from '../../platform/config/read-config.ts';
import { askPortHolder } from '../../platform/http/port-lock.ts';
import { readAnnouncement } from '../../platform/stores/data-folder.ts';
import {
  type ControlCall,
  type ControlEnd,
  callHeader,
  type OutputLine,
  openControlAddress,
} from './control-protocol.ts';

/** The data folder of a command, and whether the user named it. */
interface ChosenFolder {
  readonly config: Config;
  /** A folder that was not named may be the wrong one, so no installation is created there. */
  readonly isNamed: boolean;
}

/**
 * Chooses the data folder: the one in ATRIUM_DATA_DIR, else that of the running server. That is the default folder, or
 * the one of the server on the port.
 */
export async function chooseFolder(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ChosenFolder> {
  const isNamed = Boolean(environment.ATRIUM_DATA_DIR) || config.databaseUrl !== null;
  if (isNamed || readAnnouncement(config.dataFolder) !== null) return { config, isNamed };
  const holder = await askPortHolder(config.port);
  return holder !== null && isOurs(holder.folder)
    ? { config: { ...config, dataFolder: holder.folder }, isNamed }
    : { config, isNamed };
}

/** Whether a folder belongs to our own account. Any local process may listen on the port, so others are not trusted. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

/**
 * Runs a command in a running server and passes its output on. Returns null if no server uses this data folder. Throws
 * if a server accepts the call and then disconnects.
 */
export function callServer(
  folder: string,
  call: ControlCall,
  input: () => Readable,
  say: (said: OutputLine) => void,
): Promise<0 | 1 | null> {
  const address = controlAddressOr(folder);
  if (address === null) return Promise.resolve(null);
  const header = Buffer.from(JSON.stringify(call)).toString('base64url');
  return new Promise<0 | 1 | null>((resolve, reject) => {
    const calling = request({ socketPath: address.path, method: 'POST', path: '/', headers: { [callHeader]: header } });
    let connected = false;
    let answering = false;
    let sent: Readable | null = null;
    calling.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        sent = input().on('error', reject);
        sent.pipe(calling);
      }),
    );
    calling.on('error', (error) => {
      // After this, the last line shows whether the answer is complete.
      if (answering) return;
      if (connected) reject(new Error(`${serverEnded} (${error.message})`));
      else resolve(null);
    });
    calling.once('response', async (response) => {
      answering = true;
      let status: 0 | 1 | null = null;
      for await (const line of createInterface({ input: response })) {
        const said: OutputLine | ControlEnd = JSON.parse(line);
        if ('status' in said) status = said.status;
        else say(said);
      }
      // A command may finish before it has read its whole file.
      sent?.destroy();
      calling.destroy();
      if (status === null) reject(new Error(serverEnded));
      else resolve(status);
    });
  }).finally(() => address.release());
}

const serverEnded = 'the server ended before the command was done: start the server, and run the command again';

function controlAddressOr(folder: string) {
  try {
    return openControlAddress(folder);
  } catch {
    return null;
  }
}
