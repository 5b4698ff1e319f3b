import { hash, randomBytes } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { maxTokenDays, mayUseScope, onlySends, renewalOverlapMs, type TokenScope } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, seesAllSites } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { type IngestKey, ingestKeysStore, type KeyReach } from '../ingest-keys.store.ts';

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

export type PersonalTokenToCreate = Omit<TokenToCreate, 'installationIds'>;

const maxNameLength = 100;
const maxSites = 1000;
/** Limit for each person. */
export const maxPersonalTokens = 20;
const dayMs = 86_400_000;

export const hashSecret = (secret: string) => hash('sha256', secret, 'buffer');

function createSecret(publicId: string) {
  const secret = randomBytes(32).toString('base64url');
  return { secret: `atr_${publicId}_${secret}`, secretHash: hashSecret(secret).toString('hex') };
}

const expiryOf = (lifetimeDays: number | null, at: Instant) =>
  lifetimeDays === null ? null : at + lifetimeDays * dayMs;

export interface TokenChanges {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns whether the scope sees that site. */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
}

/**
 * Creates a token of a program. NOT_FOUND for a site the scope does not see, FORBIDDEN for all sites if it sees some,
 * BAD_INPUT for an empty name or list, or a wrong lifetime.
 */
export async function createToken(
  { seesInstallation, ...deps }: TokenChanges,
  scope: Scope,
  asked: TokenToCreate,
): Promise<Result<CreatedKey, Failure>> {
  const wanted = tidy(asked);
  const fault = findFault(wanted) ?? (await findSiteFault(scope, wanted.installationIds, seesInstallation));
  if (fault !== null) return err(fault);
  return ok(await deps.db.transaction((transaction) => storeToken(deps, transaction, scope, wanted, null)));
}

/**
 * Creates a token that acts as the scope's user. FORBIDDEN for a scope that they have no right for and for callers that
 * are no person, BAD_INPUT as `createToken` and for more than 20 tokens.
 */
export async function createPersonalToken(
  deps: Pick<TokenChanges, 'db' | 'clock'>,
  scope: Scope,
  asked: PersonalTokenToCreate,
): Promise<Result<CreatedKey, Failure>> {
  const { userId } = scope;
  if (userId === null || scope.tokenId !== undefined)
    return err(failure('FORBIDDEN', 'Only people have personal tokens'));
  const wanted = tidy({ ...asked, installationIds: null });
  const fault = findFault(wanted);
  if (fault !== null) return err(fault);
  const forbidden = wanted.scopes.find((one) => !mayUseScope(scope, one));
  if (forbidden !== undefined) return err(failure('FORBIDDEN', `You lack the right for ${forbidden}`, 'scopes'));
  return inTransaction(deps.db, async (transaction) => {
    const keys = ingestKeysStore(transaction);
    await keys.holdOwner(scope, userId);
    if ((await keys.all(scope, 'own')).length >= maxPersonalTokens)
      unwrap(err(failure('BAD_INPUT', `A person has at most ${maxPersonalTokens} tokens`, 'name')));
    return storeToken(deps, transaction, scope, wanted, userId);
  });
}

const tidy = (asked: TokenToCreate): TokenToCreate => ({
  ...asked,
  name: asked.name.trim(),
  scopes: [...new Set(asked.scopes)],
  installationIds: asked.installationIds && [...new Set(asked.installationIds)],
});

async function storeToken(
  { clock }: Pick<TokenChanges, 'clock'>,
  transaction: Database,
  scope: Scope,
  wanted: TokenToCreate,
  ownerUserId: UserId | null,
): Promise<CreatedKey> {
  const at = clock.now();
  const publicId = randomBytes(8).toString('hex');
  const { secret, secretHash } = createSecret(publicId);
  const expiresAt = expiryOf(wanted.lifetimeDays, at);
  const key = { ...wanted, ownerUserId, publicId, secretHash, createdAt: at, expiresAt };
  const stored = await ingestKeysStore(transaction).insert(scope, key);
  await recordAudit(scope, transaction, { at, action: 'ingestKey.created', ...buildAuditFields(stored) });
  const { name, scopes, installationIds } = wanted;
  return { publicId, name, scopes, installationIds, expiresAt, secret };
}

/**
 * Changes the name and the sites of a program's token. Errors as `createToken`, and NOT_FOUND for a token that is
 * personal or that the scope does not see.
 */
export async function updateToken(
  { db, clock, seesInstallation }: TokenChanges,
  scope: Scope,
  publicId: string,
  { name: asked, installationIds }: Pick<TokenToCreate, 'name' | 'installationIds'>,
): Promise<Result<IngestKey, Failure>> {
  const name = asked.trim();
  const sites = installationIds && [...new Set(installationIds)];
  const fault = findNameFault(name) ?? (await findSiteFault(scope, sites, seesInstallation));
  if (fault !== null) return err(fault);
  return inTransaction(db, async (transaction) => {
    const keys = ingestKeysStore(transaction);
    const key = await keys.lock(scope, publicId, 'visible');
    if (key === null || key.ownerUserId !== null) return unwrap(noKey);
    const changed = await keys.update(key, { name, installationIds: sites });
    const entry = { at: clock.now(), action: 'ingestKey.changed', ...buildAuditFields(changed) } as const;
    await recordAudit(scope, transaction, entry);
    return changed;
  });
}

/** Revokes a token. NOT_FOUND for revoked tokens and those out of reach. */
export const revokeToken = (
  { db, clock }: Pick<TokenChanges, 'db' | 'clock'>,
  scope: Scope,
  publicId: string,
  reach: KeyReach,
): Promise<Result<true, Failure>> =>
  inTransaction(db, async (transaction) => {
    const at = clock.now();
    const key = await ingestKeysStore(transaction).revoke(scope, publicId, at, reach);
    if (key === null) return unwrap(noKey);
    await recordAudit(scope, transaction, { at, action: 'ingestKey.revoked', ...buildAuditFields(key) });
    return true as const;
  });

/** Revokes all personal tokens of a member, in the transaction that ends their access. */
export async function revokePersonalTokens(
  transaction: Database,
  scope: Scope,
  userId: UserId,
  at: Instant,
): Promise<void> {
  for (const key of await ingestKeysStore(transaction).revokeOf(scope, userId, at))
    await recordAudit(scope, transaction, { at, action: 'ingestKey.revoked', ...buildAuditFields(key) });
}

const noKey = err(failure('NOT_FOUND', 'No such key', 'publicId'));

/** Returns why a token with these properties cannot exist; null if it can. */
function findFault({ name, scopes, lifetimeDays: days }: TokenToCreate): Failure | null {
  const nameFault = findNameFault(name);
  if (nameFault !== null) return nameFault;
  if (scopes.length === 0) return failure('BAD_INPUT', 'A token needs a scope', 'scopes');
  if (days === null && !onlySends(scopes))
    return failure('BAD_INPUT', 'Only a token that sends data may never expire', 'lifetimeDays');
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= maxTokenDays))
    return failure('BAD_INPUT', `A token expires after 1 to ${maxTokenDays} days`, 'lifetimeDays');
  return null;
}

const findNameFault = (name: string): Failure | null =>
  name === '' || name.length > maxNameLength
    ? failure('BAD_INPUT', `A key needs a name of at most ${maxNameLength} characters`, 'name')
    : null;

/** Returns why the user cannot create a token for these sites; null if they can. */
async function findSiteFault(
  scope: Scope,
  sites: readonly InstallationId[] | null,
  seesInstallation: TokenChanges['seesInstallation'],
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

/**
 * Issues a new secret with the full lifetime. The previous one works for another day, at most until it expires.
 * NOT_FOUND as `revokeToken`, and for the personal token of somebody else.
 */
export const renewToken = (
  { db, clock }: Pick<TokenChanges, 'db' | 'clock'>,
  scope: Scope,
  publicId: string,
  reach: KeyReach,
): Promise<Result<CreatedKey, Failure>> =>
  inTransaction(db, async (transaction) => {
    const at = clock.now();
    const { secret, secretHash } = createSecret(publicId);
    const keys = ingestKeysStore(transaction);
    const key = await keys.lock(scope, publicId, reach);
    // The new secret would let another person act as the owner.
    if (key === null || (key.ownerUserId !== null && reach !== 'own')) return unwrap(noKey);
    const expiresAt = expiryOf(key.lifetimeDays, at);
    const previousUntil = Math.min(at + renewalOverlapMs, key.expiresAt ?? Number.POSITIVE_INFINITY);
    await keys.renew(key, { secretHash, previousHash: key.secretHash, previousUntil, expiresAt });
    await recordAudit(scope, transaction, { at, action: 'ingestKey.renewed', ...buildAuditFields(key) });
    const { name, scopes, installationIds } = key;
    return { publicId, name, scopes, installationIds, expiresAt, secret };
  });

/** Builds the audit entry of a key. Users limited to other sites cannot read it. */
export function buildAuditFields({ id, name, publicId, installationIds }: IngestKey) {
  const [only, ...others] = installationIds ?? [];
  return {
    details: { name, publicId },
    subjectId: id,
    ...(only === undefined || others.length > 0 ? {} : { installationId: only }),
  };
}
