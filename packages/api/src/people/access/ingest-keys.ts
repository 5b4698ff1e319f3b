import { timingSafeEqual } from 'node:crypto';
import type { Clock, Failure, InstallationId, Instant, Result, UserId } from '@atrium/domain/core';
import { mayUseScope, type TokenScope } from '@atrium/domain/people/access';
import type { Database } from '../../platform/relational/relational-store.ts';
import { personalTokenScope, type Scope, tokenScope, withAddress } from '../../platform/tenancy/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findMemberScope } from './accounts/members.store.ts';
import { type IngestKey, ingestKeysStore, type KeyReach } from './ingest-keys.store.ts';
import { createKeyCache } from './key-cache.ts';
import { type KeyPurpose, scopesOfPurpose } from './key-purposes.ts';
import {
  buildAuditFields,
  type CreatedKey,
  createPersonalToken,
  createToken,
  hashSecret,
  type PersonalTokenToCreate,
  renewToken,
  revokeToken,
  type TokenChanges,
  type TokenToCreate,
  updateToken,
} from './tokens/change-tokens.ts';

/** Holder of a key. */
export interface VerifiedKey {
  readonly scope: Scope;
  readonly keyId: number;
  readonly publicId: string;
  /** The key's site. Null: several sites, or all of the organization. */
  readonly installationId: InstallationId | null;
  /** What the token may do now. */
  readonly scopes: readonly TokenScope[];
  /** Scopes of a personal token that its owner has no right for now. */
  readonly withheld?: readonly TokenScope[];
}

export interface IngestKeys {
  /** Creates a key for sending that never expires. Errors as `createToken`. */
  create(
    scope: Scope,
    wanted: {
      readonly name: string;
      readonly installationId: InstallationId | null;
      /** Default: readings. */
      readonly purpose?: KeyPurpose;
    },
  ): Promise<Result<CreatedKey, Failure>>;
  /**
   * Creates a token. NOT_FOUND for a site the scope does not see, FORBIDDEN for all sites if it sees some, BAD_INPUT
   * for an empty name or list, or a wrong lifetime.
   */
  createToken(scope: Scope, wanted: TokenToCreate): Promise<Result<CreatedKey, Failure>>;
  /** Creates a token that acts as the scope's user. Errors as `createPersonalToken`. */
  createPersonal(scope: Scope, wanted: PersonalTokenToCreate): Promise<Result<CreatedKey, Failure>>;
  /** Returns the active keys within reach, expired ones too. */
  all(scope: Scope, reach?: KeyReach): Promise<readonly IngestKey[]>;
  /** Changes the name and the sites of a program's token. Errors as `updateToken`. */
  update(
    scope: Scope,
    publicId: string,
    change: Pick<TokenToCreate, 'name' | 'installationIds'>,
  ): Promise<Result<IngestKey, Failure>>;
  /** Issues a new secret; the previous one works for another day. Errors as `renewToken`. */
  renew(scope: Scope, publicId: string, reach?: KeyReach): Promise<Result<CreatedKey, Failure>>;
  /** NOT_FOUND for revoked keys and keys of other organizations. */
  revoke(scope: Scope, publicId: string, reach?: KeyReach): Promise<Result<true, Failure>>;
  /**
   * Returns the holder of the key `atr_<public id>_<secret>`, or null if it is unknown or expired, and records its use
   * from this IP address. Cached for up to 30 s, because gateways post continuously; never for a personal token.
   */
  verify(key: string, address?: string): Promise<VerifiedKey | null>;
  /**
   * Returns the holder of an active key by its public id alone, for brokers that authenticate publishers themselves.
   * Cached like `verify`.
   */
  holderOf(publicId: string): Promise<VerifiedKey | null>;
  /** Drops this key, or (null) every key, from the cache. */
  forget(publicId: string | null): void;
}

export interface IngestKeyDependencies extends TokenChanges {
  /** Returns whether changes in other processes currently reach this one. Omitted: they do. */
  readonly receivesChanges?: (() => boolean) | undefined;
}

/** Uses of a key are recorded at most this often, ms. */
const useIntervalMs = 60_000;

const form = /^atr_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Whether a key works, whatever its secret: MQTT names it by its public id. */
const isCurrent = ({ expiresAt }: IngestKey, at: Instant) => expiresAt === null || at < expiresAt;

function hasSecret(key: IngestKey, presented: Buffer, at: Instant): boolean {
  if (isCurrent(key, at) && timingSafeEqual(presented, Buffer.from(key.secretHash, 'hex'))) return true;
  const { previousHash, previousUntil } = key;
  return (
    previousHash !== null &&
    previousUntil !== null &&
    at < previousUntil &&
    timingSafeEqual(presented, Buffer.from(previousHash, 'hex'))
  );
}

function toHolder({ id, organizationId, installationIds, publicId, scopes }: IngestKey): VerifiedKey {
  const scope = tokenScope(organizationId, id, installationIds);
  return { scope, keyId: id, publicId, installationId: findOnlySite(scope), scopes };
}

/** Returns the holder of a personal token with the rights and sites its owner has now. Null: they are no member. */
async function findPersonalHolder(
  db: Database,
  { id, organizationId, publicId, scopes }: IngestKey,
  owner: UserId,
): Promise<VerifiedKey | null> {
  const [current, person] = await Promise.all([
    ingestKeysStore(db).findInForce(publicId),
    findMemberScope(db, organizationId, owner),
  ]);
  if (current === null || person === null) return null;
  const scope = personalTokenScope(person, id);
  const may = scopes.filter((one) => mayUseScope(scope, one));
  const withheld = scopes.filter((one) => !may.includes(one));
  return { scope, keyId: id, publicId, installationId: findOnlySite(scope), scopes: may, withheld };
}

const findOnlySite = ({ installationIds }: Scope) =>
  installationIds?.length === 1 ? (installationIds[0] ?? null) : null;

export function createIngestKeys({ receivesChanges = () => true, ...deps }: IngestKeyDependencies): IngestKeys {
  const { db, clock } = deps;
  const store = ingestKeysStore(db);
  const { find, forget } = createKeyCache(store, clock, receivesChanges);
  const recordUse = createUseRecorder(db, clock);
  const findHolder = (key: IngestKey): VerifiedKey | null | Promise<VerifiedKey | null> =>
    key.ownerUserId === null ? toHolder(key) : findPersonalHolder(db, key, key.ownerUserId);

  return {
    createToken: (scope, wanted) => createToken(deps, scope, wanted),

    create: (scope, { name, installationId, purpose = 'readings' }) =>
      createToken(deps, scope, {
        name,
        installationIds: installationId === null ? null : [installationId],
        scopes: scopesOfPurpose[purpose],
        lifetimeDays: null,
      }),

    createPersonal: (scope, wanted) => createPersonalToken(deps, scope, wanted),

    all: (scope, reach = 'visible') => store.all(scope, reach),

    async update(scope, publicId, change) {
      const changed = await updateToken(deps, scope, publicId, change);
      if (changed.ok) forget(publicId);
      return changed;
    },

    async renew(scope, publicId, reach = 'visible') {
      const renewed = await renewToken(deps, scope, publicId, reach);
      if (renewed.ok) forget(publicId);
      return renewed;
    },

    async revoke(scope, publicId, reach = 'visible') {
      const revoked = await revokeToken(deps, scope, publicId, reach);
      if (revoked.ok) forget(publicId);
      return revoked;
    },

    async verify(presented, address) {
      const [, publicId, secret] = form.exec(presented) ?? [];
      if (publicId === undefined || secret === undefined) return null;
      const key = await find(publicId);
      if (key === null || !hasSecret(key, hashSecret(secret), clock.now())) return null;
      const holder = await findHolder(key);
      if (holder === null) return null;
      recordUse(key, holder.scope, address);
      return address === undefined ? holder : { ...holder, scope: withAddress(holder.scope, address) };
    },

    async holderOf(publicId) {
      const key = await find(publicId);
      if (key === null || !isCurrent(key, clock.now())) return null;
      const holder = await findHolder(key);
      if (holder !== null) recordUse(key, holder.scope, undefined);
      return holder;
    },

    forget,
  };
}

/** Returns a function that records uses in the background, each key's at most once a minute. */
function createUseRecorder(db: Database, clock: Clock) {
  /** Only existing keys are recorded, so that guesses cannot fill the memory. */
  const recordedAt = new Map<number, Instant>();

  async function record(key: IngestKey, scope: Scope, at: Instant, address: string | undefined): Promise<void> {
    await db.transaction(async (transaction) => {
      const isFirst = await ingestKeysStore(transaction).recordUse(key, at, address ?? null);
      if (!isFirst) return;
      const entry = { at, action: 'ingestKey.firstUsed', ...buildAuditFields(key) } as const;
      const from = address === undefined ? {} : { address };
      await recordAudit(scope, transaction, { ...entry, ...from });
    });
  }

  return (key: IngestKey, scope: Scope, address: string | undefined): void => {
    const at = clock.now();
    const last = recordedAt.get(key.id);
    if (last !== undefined && at - last < useIntervalMs) return;
    recordedAt.set(key.id, at);
    // A use that could not be recorded must not refuse data; the next one a minute later is recorded.
    record(key, scope, at, address).catch(() => {});
  };
}
