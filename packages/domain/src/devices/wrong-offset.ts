import type { Instant } from '../core/index.ts';
import type { Told } from './told.ts';

/** A device's clock that is right, with an offset that is not: times were read as `readAs` minutes from UTC. */
export interface WrongOffset {
  /** minutes */
  readonly said: number;
  readonly readAs: number;
}

interface Doubtful {
  readonly key: number;
  readonly received: Instant;
  readonly at: Instant;
  /** Minutes from UTC that its times say; null where they are believed. */
  readonly said: number | null;
}

const minute = 60_000;
/** Offsets differ by whole half hours; what is left over is the way from the device. */
const step = 30 * minute;
const slack = 5 * minute;
/** Packets this far apart that are late by the same are no backlog that came at once. */
const apart = 10 * minute;

/**
 * Some cameras write the right wall clock with the offset they were made with: all they send then seems to be late, or
 * from the future, by the same whole half hours. One packet alone shows nothing, and a backlog is late by less and less.
 */
export function wrongOffsets(packets: readonly Doubtful[]): ReadonlyMap<number, WrongOffset> {
  const byShift = Map.groupBy(packets, ({ received, at, said }) => {
    const steps = Math.round((received - at) / step);
    const isOff = said !== null && steps !== 0 && Math.abs(received - at - steps * step) <= slack;
    return isOff ? steps : 0;
  });
  const found = new Map<number, WrongOffset>();
  for (const [steps, alike] of byShift) {
    const times = alike.map(({ received }) => received);
    if (steps === 0 || Math.max(...times) - Math.min(...times) < apart) continue;
    for (const { key, said } of alike) {
      const readAs = (said ?? 0) - (steps * step) / minute;
      if (said !== null && readAs >= -12 * 60 && readAs <= 14 * 60) found.set(key, { said, readAs });
    }
  }
  return found;
}

/** The same, as much later. */
export function laterBy(told: Told, ms: number): Told {
  return told.kind === 'period' ? { ...told, from: told.from + ms, to: told.to + ms } : { ...told, at: told.at + ms };
}
