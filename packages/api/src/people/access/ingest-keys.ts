import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type Result,
} from '@atrium/domain/core';
import type { Database } from '../../platform/relational/relational-store.ts';
import { seesAllSites } from '../../platform/tenancy/index.ts';
import { gatewayScope, type Scope } from '../../platform/tenancy/scope.ts';
import { recordAudit } from '../audit/index.ts';
import type { KeyPurpose } from './access.schema.ts';
import { type IngestKey, ingestKeysStore } from './ingest-keys.store.ts';

export interface VerifiedKey {
  readonly scope: Scope;
  readonly keyId: number;
  readonly publicId: string;
  readonly installationId: InstallationId | null;
}

export interface CreatedKey {
  readonly publicId: string;
  readonly name: string;
  readonly installationId: InstallationId | null;
  readonly purpose: KeyPurpose;
  /** Returned only once: the server stores its hash. */
  readonly secret: string;
}

export interface IngestKeys {
  /** NOT_FOUND for a site the scope does not see, BAD_INPUT for an empty name. */
  create(
    scope: Scope,
    wanted: {
      readonly name: string;
      readonly installationId: InstallationId | null;
      /** Default: readings. */
      readonly purpose?: KeyPurpose;
    },
  ): Promise<Result<CreatedKey, Failure>>;
  /** Returns the active keys of the organization. */
  all(scope: Scope): Promise<readonly IngestKey[]>;
  /** NOT_FOUND for revoked keys and keys of other organizations. */
  revoke(scope: Scope, publicId: string): Promise<Result<true, Failure>>;
  /**
   * Returns the holder of the key `atr_<public id>_<secret>`, or null if it is unknown or has another purpose. Cached
   * for up to 30 s, because gateways post continuously.
   */
  verify(key: string, purpose?: KeyPurpose): Promise<VerifiedKey | null>;
  /**
   * Returns the holder of an active key by its public id alone, for brokers that authenticate publishers themselves. A
   * key for readings is valid for devices too. Cached like `verify`.
   */
  holderOf(publicId: string, of: 'readings' | 'devices'): Promise<VerifiedKey | null>;
  /** Drops this key, or (null) every key, from the cache. */
  forget(publicId: string | null): void;
}

export interface IngestKeyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns whether the scope sees that site. */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
  /** Returns whether revocations in other processes currently reach this one. Omitted: they do. */
  readonly receivesChanges?: (() => boolean) | undefined;
}

/** Lifetime of a cached key, ms. */
const cacheTtlMs = 30_000;
/** A cached key is refreshed this long before it expires, so that no request waits for the store, ms. */
const refreshBeforeMs = 10_000;
const maxNameLength = 100;

const form = /^atr_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Cached form of an active key. */
interface CachedKey {
  readonly purpose: KeyPurpose;
  readonly hash: Buffer;
  readonly verified: VerifiedKey;
}

const toCachedKey = ({ id, organizationId, installationId, publicId, purpose, secretHash }: IngestKey): CachedKey => ({
  purpose,
  hash: Buffer.from(secretHash, 'hex'),
  verified: { scope: gatewayScope(organizationId, installationId), keyId: id, publicId, installationId },
});

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

export function createIngestKeys({
  db,
  clock,
  seesInstallation,
  receivesChanges = () => true,
}: IngestKeyDependencies): IngestKeys {
  const store = ingestKeysStore(db);
  const { find, forget } = createKeyCache(store, clock, receivesChanges);

  return {
    async create(scope, { name, installationId, purpose = 'readings' }) {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > maxNameLength)
        return err(failure('BAD_INPUT', `A key needs a name of at most ${maxNameLength} characters`, 'name'));
      if (installationId === null && !seesAllSites(scope, null))
        return err(failure('FORBIDDEN', 'Name the site the key is for: you see some sites only', 'installationId'));
      if (installationId !== null && !(await seesInstallation(scope, installationId)))
        return err(failure('NOT_FOUND', 'No such installation', 'installationId'));
      const publicId = randomBytes(8).toString('hex');
      const secret = randomBytes(32).toString('base64url');
      const secretHash = hashOf(secret).toString('hex');
      const at = clock.now();
      await db.transaction(async (transaction) => {
        const key = { name: trimmed, installationId, purpose, publicId, secretHash, createdAt: at };
        const kept = await ingestKeysStore(transaction).insert(scope, key);
        await recordAudit(scope, transaction, { at, action: 'ingestKey.created', ...buildAuditFields(kept) });
      });
      return ok({ publicId, name: trimmed, installationId, purpose, secret: `atr_${publicId}_${secret}` });
    },

    all: (scope) => store.all(scope),

    async revoke(scope, publicId) {
      const at = clock.now();
      const revoked = await db.transaction(async (transaction) => {
        const key = await ingestKeysStore(transaction).revoke(scope, publicId, at);
        if (key !== null)
          await recordAudit(scope, transaction, { at, action: 'ingestKey.revoked', ...buildAuditFields(key) });
        return key !== null;
      });
      if (!revoked) return err(failure('NOT_FOUND', 'No such key', 'publicId'));
      forget(publicId);
      return ok(true);
    },

    async verify(presented, purpose = 'readings') {
      const [, publicId, secret] = form.exec(presented) ?? [];
      if (publicId === undefined || secret === undefined) return null;
      const found = await find(publicId);
      if (found === null || !timingSafeEqual(hashOf(secret), found.hash)) return null;
      return found.purpose === purpose ? found.verified : null;
    },

    async holderOf(publicId, of) {
      const found = await find(publicId);
      return found !== null && (found.purpose === 'readings' || found.purpose === of) ? found.verified : null;
    },

    forget,
  };
}

/** Returns a cache of active keys. */
function createKeyCache(store: ReturnType<typeof ingestKeysStore>, clock: Clock, receivesChanges: () => boolean) {
  const cache = new Map<string, { readonly key: CachedKey; readonly until: Instant }>();
  /** Incremented by `forget`. A lookup that started earlier is not cached. */
  let invalidations = 0;
  /** Lookups in progress, so that concurrent posts share one. */
  const lookups = new Map<string, Promise<CachedKey | null>>();

  function forget(publicId: string | null): void {
    invalidations += 1;
    lookups.clear();
    if (publicId === null) cache.clear();
    else cache.delete(publicId);
  }

  async function find(publicId: string): Promise<CachedKey | null> {
    const known = cache.get(publicId);
    const left = known === undefined || !receivesChanges() ? 0 : known.until - clock.now();
    if (known === undefined || left <= 0) return lookUp(publicId);
    // Callers that wait for the lookup get its error.
    if (left <= refreshBeforeMs) lookUp(publicId).catch(() => {});
    return known.key;
  }

  function lookUp(publicId: string): Promise<CachedKey | null> {
    const found = lookups.get(publicId) ?? findInForce(publicId);
    lookups.set(publicId, found);
    const end = () => lookups.get(publicId) === found && lookups.delete(publicId);
    found.then(end, end);
    return found;
  }

  async function findInForce(publicId: string): Promise<CachedKey | null> {
    const before = invalidations;
    const found = await store.findInForce(publicId);
    const key = found === null ? null : toCachedKey(found);
    // Only existing keys are cached, so that guesses cannot fill the memory.
    if (key === null) cache.delete(publicId);
    else if (invalidations === before) cache.set(publicId, { key, until: clock.now() + cacheTtlMs });
    return key;
  }

  return { find, forget };
}

/** Builds the audit entry of a key. Users limited to other sites cannot read it. */
function buildAuditFields({ id, name, publicId, installationId }: IngestKey) {
  return { details: { name, publicId }, subjectId: id, ...(installationId === null ? {} : { installationId }) };
}
