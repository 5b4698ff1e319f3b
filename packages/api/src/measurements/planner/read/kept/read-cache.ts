import type { Instant } from '@atrium/domain/core';
import type { DirtyDays } from '../../../rollups/dirty-days.ts';

/** Identity of a read of one site up to an instant. */
export interface PastRead {
  readonly organization: number;
  readonly installation: number;
  /** Readings from then on do not affect it. */
  readonly until: Instant;
  readonly what: readonly unknown[];
}

/** Cache of reads of past days, valid until a day before their end is written to. */
export interface ReadCache {
  /** `sizeOf`: number of values it holds. Callers must not modify the value. */
  read<Value>(of: PastRead, load: () => Promise<Value>, sizeOf: (value: Value) => number): Promise<Value>;
}

interface CachedRead {
  readonly value: unknown;
  /** Generation at its end (`DirtyDays.getGenerationBefore`). */
  readonly generation: number;
  readonly size: number;
}

/** Maximum numbers in the cache: some megabytes. */
const bound = 1_000_000;
/** Approximate numbers per row. */
export const numbersPerRow = 8;
/** Size overhead per entry. */
const minEntrySize = 32;

/** Creates the cache; evicts the least recently used entries. */
export function createReadCache(ledger: DirtyDays, most = bound): ReadCache {
  const kept = new Map<string, CachedRead>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const put = (key: string, one: CachedRead) => {
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
        put(key, { value, generation, size: minEntrySize + sizeOf(value) });
      return value;
    },
  };
}
