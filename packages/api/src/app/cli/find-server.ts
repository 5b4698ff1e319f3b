import * as v from 'valibot';
import type { Config } from '../../platform/config/read-config.ts';
import { readAnnouncement } from '../../platform/stores/data-folder.ts';

export interface FoundServer {
  /** `starting`: not listening yet. `unavailable`: listening, but a store or the disk is not usable. */
  readonly state: 'ready' | 'unavailable' | 'starting' | 'stopped';
  /** Address on this machine. Null until the server listens. */
  readonly address: string | null;
  readonly pid: number | null;
  readonly dataFolder: string;
  /** Why it is unavailable, or problems that do not stop service, as `/readyz` reports them. */
  readonly problems: readonly string[];
}

const readinessTimeoutMs = 5000;
const readiness = v.object({ problems: v.optional(v.array(v.string()), []), reason: v.optional(v.string()) });

/** Finds the server of a data folder and asks whether it is ready. */
export async function findServer({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<FoundServer> {
  const announced = readAnnouncement(dataFolder);
  // A killed server leaves its announcement behind.
  if (announced === null || !isAlive(announced.pid))
    return { state: 'stopped', address: null, pid: null, dataFolder, problems: [] };
  const { pid } = announced;
  if (announced.address === '') return { state: 'starting', address: null, pid, dataFolder, problems: [] };
  const address = toLocalAddress(announced.address);
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(readinessTimeoutMs) });
    const { problems, reason } = v.parse(readiness, await answer.json());
    if (!answer.ok)
      return { state: 'unavailable', address, pid, dataFolder, problems: reason === undefined ? [] : [reason] };
    return { state: 'ready', address, pid, dataFolder, problems };
  } catch {
    return { state: 'unavailable', address, pid, dataFolder, problems: [] };
  }
}

/** A server that listens on every address is reached on the loopback one. */
const toLocalAddress = (address: string): string =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
