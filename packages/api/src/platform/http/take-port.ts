import type { Config } from '../config/index.ts';
import { readAnnouncement } from '../data-folder/index.ts';
import { lockPort } from '../listening/index.ts';
import { StartRefused } from '../start-refused.ts';
import { ensurePortFree, whyNotListening } from './ensure-port-free.ts';

export interface TakenPort {
  /** Takes it where that was left for later. */
  take(): Promise<void>;
  /** Takes the one that the system chose, for port 0. */
  takeChosen(port: number): Promise<void>;
  release(): void;
}

/**
 * Takes the port of the settings for this process until it is released, before anything is made for a start. Refused
 * while another process has it, or the one for MQTT. Where another Atrium may have the data folder, that is left for
 * later: the refusal of the folder says more.
 */
export async function takePort({
  host,
  port,
  mqttPort,
  dataFolder,
}: Pick<Config, 'host' | 'port' | 'mqttPort' | 'dataFolder'>): Promise<TakenPort> {
  let unlock: (() => void) | null = null;
  const release = () => {
    unlock?.();
    unlock = null;
  };
  const take = async () => {
    if (unlock !== null) return;
    if (port !== 0)
      unlock = await lockPort(host, port, { folder: dataFolder }).catch((error) => {
        throw new StartRefused(whyNotListening(error, host, port));
      });
    await ensurePortFree(host, port);
  };
  try {
    if (readAnnouncement(dataFolder) === null) {
      await take();
      // The broker takes its own port when it opens.
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
