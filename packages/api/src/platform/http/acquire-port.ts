import type { Config } from '../config/read-config.ts';
import { StartRefused } from '../failures.ts';
import { readAnnouncement } from '../stores/data-folder.ts';
import { isBlockedPort } from './blocked-ports.ts';
import { describeListenError, ensurePortFree } from './ensure-port-free.ts';
import { lockPort } from './port-lock.ts';

export interface PortLock {
  /** Takes the port if that was postponed. */
  take(): Promise<void>;
  /** Takes the port that the system chose, for port 0. */
  takeChosen(port: number): Promise<void>;
  release(): void;
}

/**
 * Locks the configured port for this process, before the start creates anything. Throws `StartRefused` for a
 * port that browsers refuse, and while another process uses it or the MQTT port. When another Atrium may be using the data folder, this is postponed, because the
 * folder's error message says more.
 */
export async function acquirePort({
  host,
  port,
  mqttPort,
  dataFolder,
}: Pick<Config, 'host' | 'port' | 'mqttPort' | 'dataFolder'>): Promise<PortLock> {
  if (isBlockedPort(port))
    throw new StartRefused(`browsers refuse to open port ${port}: set PORT to another one, such as 4000`);
  let unlock: (() => void) | null = null;
  const release = () => {
    unlock?.();
    unlock = null;
  };
  const take = async () => {
    if (unlock !== null) return;
    if (port !== 0)
      unlock = await lockPort(host, port, { folder: dataFolder }).catch((error) => {
        throw new StartRefused(describeListenError(error, host, port));
      });
    await ensurePortFree(host, port);
  };
  try {
    if (readAnnouncement(dataFolder) === null) {
      await take();
      // The broker locks its own port when it opens.
      if (typeof mqttPort === 'number') await ensurePortFree(host, mqttPort, 'MQTT_PORT');
    }
  } catch (error) {
    release();
    throw error;
  }
  return {
    take,
    takeChosen: async (chosen) => {
      unlock = await lockPort(host, chosen, { folder: dataFolder }).catch(() => null);
    },
    release,
  };
}
