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
import { maxTokenDays, onlySends, renewalOverlapMs, type TokenScope } from '@atrium/domain/people/access';
import type { Database } from '../../platform/relational/relational-store.ts';
import { seesAllSites } from '../../platform/tenancy/index.ts';
import { type Scope, tokenScope, withAddress } from '../../platform/tenancy/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { type IngestKey, ingestKeysStore } from './ingest-keys.store.ts';
import { createKeyCache } from './key-cache.ts';
import { type KeyPurpose, scopesOfPurpose } from './key-purposes.ts';

/** Holder of a key. */
export interface VerifiedKey {
  readonly scope: Scope;
  readonly keyId: number;
  readonly publicId: string;
  /** The key's site. Null: several sites, or all of the organization. */
  readonly installationId: InstallationId | null;
  readonly scopes: readonly TokenScope[];
}

export interface CreatedKey {
  readonly publicId: string;
  readonly name: string;
  readonly installationIds: readonly InstallationId[] | null;
  readonly scopes: readonly TokenScope[];
  /** When the secret expires. Null: never. */
  readonly expiresAt: Instant | null;
  /** Returned only once: the server stores its hash. */
  readonly secret: string;
}

export interface TokenToCreate {
  readonly name: string;
  /** Null: all sites of the organization, also later ones. */
  readonly installationIds: readonly InstallationId[] | null;
  readonly scopes: readonly TokenScope[];
  /** Null: it never expires, which only tokens for sending may. */
  readonly lifetimeDays: number | null;
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
  /** Returns the active keys of the organization, expired ones too. */
  all(scope: Scope): Promise<readonly IngestKey[]>;
  /**
   * Issues a new secret with the full lifetime. The previous one works for another day, at most until it expires.
   * NOT_FOUND as `revoke`.
   */
  renew(scope: Scope, publicId: string): Promise<Result<CreatedKey, Failure>>;
  /** NOT_FOUND for revoked keys and keys of other organizations. */
  revoke(scope: Scope, publicId: string): Promise<Result<true, Failure>>;
  /**
   * Returns the holder of the key `atr_<public id>_<secret>`, or null if it is unknown or expired, and records its use
   * from this IP address. Cached for up to 30 s, because gateways post continuously.
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

export interface IngestKeyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns whether the scope sees that site. */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
  /** Returns whether changes in other processes currently reach this one. Omitted: they do. */
  readonly receivesChanges?: (() => boolean) | undefined;
}

/** Uses of a key are recorded at most this often, ms. */
const useIntervalMs = 60_000;
const maxNameLength = 100;
const maxSites = 1000;
const dayMs = 86_400_000;

const form = /^atr_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

function createSecret(publicId: string) {
  const secret = randomBytes(32).toString('base64url');
  return { secret: `atr_${publicId}_${secret}`, secretHash: hashOf(secret).toString('hex') };
}

const expiryOf = (lifetimeDays: number | null, at: Instant) =>
  lifetimeDays === null ? null : at + lifetimeDays * dayMs;

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
  const only = installationIds?.length === 1 ? (installationIds[0] ?? null) : null;
  return { scope: tokenScope(organizationId, id, installationIds), keyId: id, publicId, installationId: only, scopes };
}

export function createIngestKeys({ receivesChanges = () => true, ...deps }: IngestKeyDependencies): IngestKeys {
  const { db, clock } = deps;
  const store = ingestKeysStore(db);
  const { find, forget } = createKeyCache(store, clock, receivesChanges);
  const recordUse = createUseRecorder(db, clock);

  return {
    createToken: (scope, wanted) => createToken(deps, scope, wanted),

    create: (scope, { name, installationId, purpose = 'readings' }) =>
      createToken(deps, scope, {
        name,
        installationIds: installationId === null ? null : [installationId],
        scopes: scopesOfPurpose[purpose],
        lifetimeDays: null,
      }),

    all: (scope) => store.all(scope),

    async renew(scope, publicId) {
      const renewed = await renewKey(deps, scope, publicId);
      if (renewed === null) return err(failure('NOT_FOUND', 'No such key', 'publicId'));
      forget(publicId);
      return ok(renewed);
    },

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

    async verify(presented, address) {
      const [, publicId, secret] = form.exec(presented) ?? [];
      if (publicId === undefined || secret === undefined) return null;
      const key = await find(publicId);
      if (key === null || !hasSecret(key, hashOf(secret), clock.now())) return null;
      recordUse(key, address);
      const holder = toHolder(key);
      return address === undefined ? holder : { ...holder, scope: withAddress(holder.scope, address) };
    },

    async holderOf(publicId) {
      const key = await find(publicId);
      if (key === null || !isCurrent(key, clock.now())) return null;
      recordUse(key, undefined);
      return toHolder(key);
    },

    forget,
  };
}

type ChangeDependencies = Pick<IngestKeyDependencies, 'db' | 'clock' | 'seesInstallation'>;

async function createToken(
  { db, clock, seesInstallation }: ChangeDependencies,
  scope: Scope,
  asked: TokenToCreate,
): Promise<Result<CreatedKey, Failure>> {
  const wanted = {
    ...asked,
    name: asked.name.trim(),
    scopes: [...new Set(asked.scopes)],
    installationIds: asked.installationIds && [...new Set(asked.installationIds)],
  };
  const fault = findFault(wanted) ?? (await findSiteFault(scope, wanted.installationIds, seesInstallation));
  if (fault !== null) return err(fault);
  const at = clock.now();
  const publicId = randomBytes(8).toString('hex');
  const { secret, secretHash } = createSecret(publicId);
  const expiresAt = expiryOf(wanted.lifetimeDays, at);
  await db.transaction(async (transaction) => {
    const key = { ...wanted, publicId, secretHash, createdAt: at, expiresAt };
    const kept = await ingestKeysStore(transaction).insert(scope, key);
    await recordAudit(scope, transaction, { at, action: 'ingestKey.created', ...buildAuditFields(kept) });
  });
  const { name, scopes, installationIds } = wanted;
  return ok({ publicId, name, scopes, installationIds, expiresAt, secret });
}

/** Returns why a token with these properties cannot exist; null if it can. */
function findFault({ name, scopes, lifetimeDays: days }: TokenToCreate): Failure | null {
  if (name === '' || name.length > maxNameLength)
    return failure('BAD_INPUT', `A key needs a name of at most ${maxNameLength} characters`, 'name');
  if (scopes.length === 0) return failure('BAD_INPUT', 'A token needs a scope', 'scopes');
  if (days === null && !onlySends(scopes))
    return failure('BAD_INPUT', 'Only a token that sends data may never expire', 'lifetimeDays');
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= maxTokenDays))
    return failure('BAD_INPUT', `A token expires after 1 to ${maxTokenDays} days`, 'lifetimeDays');
  return null;
}

/** Returns why the user cannot create a token for these sites; null if they can. */
async function findSiteFault(
  scope: Scope,
  sites: readonly InstallationId[] | null,
  seesInstallation: IngestKeyDependencies['seesInstallation'],
): Promise<Failure | null> {
  if (sites === null)
    return seesAllSites(scope, null)
      ? null
      : failure('FORBIDDEN', 'Name the sites the key is for: you see some sites only', 'installationIds');
  if (sites.length === 0 || sites.length > maxSites)
    return failure('BAD_INPUT', `A key is for 1 to ${maxSites} sites, or for all of them`, 'installationIds');
  for (const site of sites)
    if (!(await seesInstallation(scope, site))) return failure('NOT_FOUND', 'No such installation', 'installationIds');
  return null;
}

/** Returns null if the scope sees no such active key. */
async function renewKey({ db, clock }: ChangeDependencies, scope: Scope, publicId: string): Promise<CreatedKey | null> {
  const at = clock.now();
  const { secret, secretHash } = createSecret(publicId);
  return db.transaction(async (transaction) => {
    const keys = ingestKeysStore(transaction);
    const key = await keys.lock(scope, publicId);
    if (key === null) return null;
    const expiresAt = expiryOf(key.lifetimeDays, at);
    const previousUntil = Math.min(at + renewalOverlapMs, key.expiresAt ?? Number.POSITIVE_INFINITY);
    await keys.renew(key, { secretHash, previousHash: key.secretHash, previousUntil, expiresAt });
    await recordAudit(scope, transaction, { at, action: 'ingestKey.renewed', ...buildAuditFields(key) });
    const { name, scopes, installationIds } = key;
    return { publicId, name, scopes, installationIds, expiresAt, secret };
  });
}

/** Returns a function that records uses in the background, each key's at most once a minute. */
function createUseRecorder(db: Database, clock: Clock) {
  /** Only existing keys are recorded, so that guesses cannot fill the memory. */
  const recordedAt = new Map<number, Instant>();

  async function record(key: IngestKey, at: Instant, address: string | undefined): Promise<void> {
    await db.transaction(async (transaction) => {
      const isFirst = await ingestKeysStore(transaction).recordUse(key, at, address ?? null);
      if (!isFirst) return;
      const entry = { at, action: 'ingestKey.firstUsed', ...buildAuditFields(key) } as const;
      const from = address === undefined ? {} : { address };
      await recordAudit(toHolder(key).scope, transaction, { ...entry, ...from });
    });
  }

  return (key: IngestKey, address: string | undefined): void => {
    const at = clock.now();
    const last = recordedAt.get(key.id);
    if (last !== undefined && at - last < useIntervalMs) return;
    recordedAt.set(key.id, at);
    // A use that could not be recorded must not refuse data; the next one a minute later is recorded.
    record(key, at, address).catch(() => {});
  };
}

/** Builds the audit entry of a key. Users limited to other sites cannot read it. */
function buildAuditFields({ id, name, publicId, installationIds }: IngestKey) {
  const [only, ...others] = installationIds ?? [];
  return {
    details: { name, publicId },
    subjectId: id,
    ...(only === undefined || others.length > 0 ? {} : { installationId: only }),
  };
}
