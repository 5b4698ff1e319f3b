import type { Clock, Instant } from '@atrium/domain/core';
import type { IngestKey, ingestKeysStore } from './ingest-keys.store.ts';

/** Lifetime of a cached key, ms. */
const cacheTtlMs = 30_000;
/** A cached key is refreshed this long before it expires, so that no request waits for the store, ms. */
const refreshBeforeMs = 10_000;

/** Returns a cache of active keys. */
export function createKeyCache(
  store: ReturnType<typeof ingestKeysStore>,
  clock: Clock,
  receivesChanges: () => boolean,
) {
  const cache = new Map<string, { readonly key: IngestKey; readonly until: Instant }>();
  /** Incremented by `forget`. A lookup that started earlier is not cached. */
  let invalidations = 0;
  /** Lookups in progress, so that concurrent posts share one. */
  const lookups = new Map<string, Promise<IngestKey | null>>();

  function forget(publicId: string | null): void {
    invalidations += 1;
    lookups.clear();
    if (publicId === null) cache.clear();
    else cache.delete(publicId);
  }

  async function find(publicId: string): Promise<IngestKey | null> {
    const known = cache.get(publicId);
    const left = known === undefined || !receivesChanges() ? 0 : known.until - clock.now();
    if (known === undefined || left <= 0) return lookUp(publicId);
    // Callers that wait for the lookup get its error.
    if (left <= refreshBeforeMs) lookUp(publicId).catch(() => {});
    return known.key;
  }

  function lookUp(publicId: string): Promise<IngestKey | null> {
    const found = lookups.get(publicId) ?? findInForce(publicId);
    lookups.set(publicId, found);
    const end = () => lookups.get(publicId) === found && lookups.delete(publicId);
    found.then(end, end);
    return found;
  }

  async function findInForce(publicId: string): Promise<IngestKey | null> {
    const before = invalidations;
    const key = await store.findInForce(publicId);
    // Only existing keys are cached, so that guesses cannot fill the memory.
    if (key === null) cache.delete(publicId);
    else if (invalidations === before) cache.set(publicId, { key, until: clock.now() + cacheTtlMs });
    return key;
  }

  return { find, forget };
}
