import type { Database } from '../../platform/relational/relational-store.ts';
import { readingsImportsStore, type UndoneImport } from '../ingest/import/history/readings-imports.store.ts';
import { readingCorrectionsStore, type SiteChange } from './reading-corrections.store.ts';

/** Corrections and undone imports that reads apply. */
export interface KnownCorrections {
  of(organization: number): Promise<readonly SiteChange[]>;
  undone(organization: number): Promise<readonly UndoneImport[]>;
  /** Call after a change is committed, and before its write to the ledger ends. */
  changed(organization: number): void;
}

/**
 * Reads corrections, cached by organization where only this process changes them. With several processes each read asks
 * the database, because a roll-up that misses one would stay wrong.
 */
export function createKnownCorrections(db: Database, isAlone: boolean): KnownCorrections {
  const corrections = cacheByOrganization((one) => readingCorrectionsStore(db).changesOf(one), isAlone);
  const undone = cacheByOrganization((one) => readingsImportsStore(db).undoneOf(one), isAlone);
  return {
    of: corrections.read,
    undone: undone.read,
    changed(organization) {
      corrections.drop(organization);
      undone.drop(organization);
    },
  };
}

function cacheByOrganization<Value>(load: (organization: number) => Promise<Value>, isAlone: boolean) {
  const cached = new Map<number, Promise<Value>>();
  return {
    read(organization: number): Promise<Value> {
      const found = cached.get(organization);
      if (found !== undefined) return found;
      const reading = load(organization);
      if (isAlone) {
        cached.set(organization, reading);
        reading.catch(() => cached.get(organization) === reading && cached.delete(organization));
      }
      return reading;
    },
    drop: (organization: number) => void cached.delete(organization),
  };
}
