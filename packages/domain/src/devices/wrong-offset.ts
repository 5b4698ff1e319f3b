import type { Instant } from '../core/index.ts';
import type { PacketNumber } from './packet.ts';

/** A correct clock with a wrong UTC offset: its times were read as `readAs` minutes from UTC. */
export interface WrongOffset {
  /** Minutes. */
  readonly said: number;
  readonly readAs: number;
}

interface Doubtful {
  readonly key: number;
  readonly received: Instant;
  readonly at: Instant;
  /** UTC offset in minutes of its times. Null: trusted. */
  readonly said: number | null;
}

const minute = 60_000;
/** Offsets differ by whole half hours; the remainder is transmission time. */
const step = 30 * minute;
const slack = 5 * minute;
/** Minimum ms between packets with the same delay, to exclude a backlog that was sent at once. */
const apart = 10 * minute;

/**
 * Detects cameras with the right wall clock but the factory's UTC offset. Their packets all seem late or early by the
 * same multiple of half an hour. A single packet proves nothing, and the delay of a backlog decreases.
 */
export function findWrongOffsets(packets: readonly Doubtful[]): ReadonlyMap<number, WrongOffset> {
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

/** Shifts the times of a number by some ms. */
export function shiftTimes(told: PacketNumber, ms: number): PacketNumber {
  return told.kind === 'period' ? { ...told, from: told.from + ms, to: told.to + ms } : { ...told, at: told.at + ms };
}
