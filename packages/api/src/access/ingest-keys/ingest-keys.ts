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
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { seesAllOf } from '../../platform/tenancy/index.ts';
import { gatewayScope, type Scope } from '../../platform/tenancy/scope.ts';
import type { KeyPurpose } from '../access.schema.ts';
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
  readonly hearsOfChanges?: (() => boolean) | undefined;
}

/** Lifetime of a cached key, ms. */
const rememberedFor = 30_000;
/** A cached key is refreshed this long before it expires, so that no request waits for the store, ms. */
const renewedBefore = 10_000;
const maxNameLength = 100;

const form = /^atr_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Cached form of an active key. */
interface KeyInForce {
  readonly purpose: KeyPurpose;
  readonly hash: Buffer;
  readonly verified: VerifiedKey;
}

const inForce = ({ id, organizationId, installationId, publicId, purpose, secretHash }: IngestKey): KeyInForce => ({
  purpose,
  hash: Buffer.from(secretHash, 'hex'),
  verified: { scope: gatewayScope(organizationId, installationId), keyId: id, publicId, installationId },
});

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

export function ingestKeys({
  db,
  clock,
  seesInstallation,
  hearsOfChanges = () => true,
}: IngestKeyDependencies): IngestKeys {
  const store = ingestKeysStore(db);
  const { find, forget } = keysInForce(store, clock, hearsOfChanges);

  return {
    async create(scope, { name, installationId, purpose = 'readings' }) {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > maxNameLength)
        return err(failure('BAD_INPUT', `A key needs a name of at most ${maxNameLength} characters`, 'name'));
      if (installationId === null && !seesAllOf(scope, null))
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
        await audit(scope, transaction, { at, action: 'ingestKey.created', ...tellingOf(kept) });
      });
      return ok({ publicId, name: trimmed, installationId, purpose, secret: `atr_${publicId}_${secret}` });
    },

    all: (scope) => store.all(scope),

    async revoke(scope, publicId) {
      const at = clock.now();
      const revoked = await db.transaction(async (transaction) => {
        const key = await ingestKeysStore(transaction).revoke(scope, publicId, at);
        if (key !== null) await audit(scope, transaction, { at, action: 'ingestKey.revoked', ...tellingOf(key) });
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
function keysInForce(store: ReturnType<typeof ingestKeysStore>, clock: Clock, hearsOfChanges: () => boolean) {
  const remembered = new Map<string, { readonly key: KeyInForce; readonly until: Instant }>();
  /** Incremented by `forget`. A lookup that started earlier is not cached. */
  let forgotten = 0;
  /** Lookups in progress, so that concurrent posts share one. */
  const finding = new Map<string, Promise<KeyInForce | null>>();

  function forget(publicId: string | null): void {
    forgotten += 1;
    finding.clear();
    if (publicId === null) remembered.clear();
    else remembered.delete(publicId);
  }

  async function find(publicId: string): Promise<KeyInForce | null> {
    const known = remembered.get(publicId);
    const left = known === undefined || !hearsOfChanges() ? 0 : known.until - clock.now();
    if (known === undefined || left <= 0) return ask(publicId);
    // Callers that wait for the lookup get its error.
    if (left <= renewedBefore) ask(publicId).catch(() => {});
    return known.key;
  }

  function ask(publicId: string): Promise<KeyInForce | null> {
    const found = finding.get(publicId) ?? findInForce(publicId);
    finding.set(publicId, found);
    const end = () => finding.get(publicId) === found && finding.delete(publicId);
    found.then(end, end);
    return found;
  }

  async function findInForce(publicId: string): Promise<KeyInForce | null> {
    const before = forgotten;
    const found = await store.findInForce(publicId);
    const key = found === null ? null : inForce(found);
    // Only existing keys are cached, so that guesses cannot fill the memory.
    if (key === null) remembered.delete(publicId);
    else if (forgotten === before) remembered.set(publicId, { key, until: clock.now() + rememberedFor });
    return key;
  }

  return { find, forget };
}

/** Builds the audit entry of a key. Users limited to other sites cannot read it. */
function tellingOf({ id, name, publicId, installationId }: IngestKey) {
  return { details: { name, publicId }, subjectId: id, ...(installationId === null ? {} : { installationId }) };
}
