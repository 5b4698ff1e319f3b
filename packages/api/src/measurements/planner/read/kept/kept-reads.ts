import type { Instant } from '@atrium/domain/core';
import type { DayLedger } from '../../../rollups/index.ts';

/** What is read of one site, up to when, told apart from all else that is read up to then. */
export interface ReadPast {
  readonly organization: number;
  readonly installation: number;
  /** Readings from then on have no say in it. */
  readonly until: Instant;
  readonly what: readonly unknown[];
}

/** What was read of days that are over, handed out again for as long as nothing is written to any day before its end. */
export interface KeptReads {
  /** `sizeOf`: how many numbers it holds. Must not be changed by whoever is handed it. */
  read<Value>(of: ReadPast, load: () => Promise<Value>, sizeOf: (value: Value) => number): Promise<Value>;
}

interface Kept {
  readonly value: unknown;
  /** `DayLedger.generationBefore` its end. */
  readonly generation: number;
  readonly size: number;
}

/** Numbers that all of it may hold together: some megabytes. */
const bound = 1_000_000;
/** How many a row takes about. */
export const numbersOfRow = 8;
/** What each of it takes besides. */
const leastSize = 32;

/** What was asked for least lately makes room. */
export function keepReads(ledger: DayLedger, most = bound): KeptReads {
  const kept = new Map<string, Kept>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const put = (key: string, one: Kept) => {
    drop(key);
    kept.set(key, one);
    size += one.size;
    for (const oldest of kept.keys()) {
      if (size <= most) return;
      drop(oldest);
    }
  };
  return {
    async read(of, load, sizeOf) {
      const { organization, installation, until, what } = of;
      const key = JSON.stringify([organization, installation, ledger.keptSince(organization), until, what]);
      const generationOf = () => ledger.generationBefore(organization, [installation], until);
      const generation = generationOf();
      const found = kept.get(key);
      if (found !== undefined && found.generation === generation) {
        drop(key);
        put(key, found);
        return found.value as Awaited<ReturnType<typeof load>>;
      }
      const value = await load();
      if (generation !== null && generationOf() === generation)
        put(key, { value, generation, size: leastSize + sizeOf(value) });
      return value;
    },
  };
}
