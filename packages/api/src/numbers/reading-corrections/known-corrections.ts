import type { Database } from '../../platform/relational/relational-store.ts';
import { readingCorrectionsStore, type SiteChange } from './reading-corrections.store.ts';

/** Corrections that reads apply. */
export interface KnownCorrections {
  of(organization: number): Promise<readonly SiteChange[]>;
  /** Call after a change is committed, and before its write to the ledger ends. */
  changed(organization: number): void;
}

/**
 * Reads corrections, cached by organization where only this process changes them. With several processes each read asks
 * the database, because a roll-up that misses one would stay wrong.
 */
export function createKnownCorrections(db: Database, isAlone: boolean): KnownCorrections {
  const store = readingCorrectionsStore(db);
  const cached = new Map<number, Promise<readonly SiteChange[]>>();
  return {
    of(organization) {
      const found = cached.get(organization);
      if (found !== undefined) return found;
      const reading = store.changesOf(organization);
      if (isAlone) {
        cached.set(organization, reading);
        reading.catch(() => cached.get(organization) === reading && cached.delete(organization));
      }
      return reading;
    },
    changed: (organization) => void cached.delete(organization),
  };
}
