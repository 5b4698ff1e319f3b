import type { Instant } from '@atrium/domain/core';
import type { DirtyDays } from '../../../rollups/dirty-days.ts';
import { VersionedCache } from '../../versioned-cache.ts';

/** Identity of a read of one site up to an instant. */
export interface PastRead {
  readonly organization: number;
  readonly installation: number;
  /** Readings from then on do not affect it. */
  readonly until: Instant;
  readonly what: readonly unknown[];
}

/** Cache of reads of past days. A write to any day before the end of a read invalidates it. */
export interface ReadCache {
  /** `sizeOf`: number of values it holds. Callers must not modify the value. */
  read<Value>(of: PastRead, load: () => Promise<Value>, sizeOf: (value: Value) => number): Promise<Value>;
}

/** Maximum numbers in the cache: some megabytes. */
const bound = 1_000_000;
/** Approximate numbers per row. */
export const numbersPerRow = 8;
/** Size overhead per entry. */
const minEntrySize = 32;

export function createReadCache(ledger: DirtyDays, most = bound): ReadCache {
  const kept = new VersionedCache<unknown>({ size: most });
  return {
    async read(of, load, sizeOf) {
      const { organization, installation, until, what } = of;
      const key = JSON.stringify([organization, installation, ledger.keptSince(organization), until, what]);
      const generationOf = () => ledger.generationBefore(organization, [installation], until);
      const found = kept.find(key, generationOf);
      if (found !== undefined) return found as Awaited<ReturnType<typeof load>>;
      const generation = generationOf();
      const value = await load();
      if (generation !== null && generationOf() === generation)
        kept.put(key, value, generation, minEntrySize + sizeOf(value));
      return value;
    },
  };
}
