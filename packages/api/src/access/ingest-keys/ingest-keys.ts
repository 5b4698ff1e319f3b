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
  /** Told this once: only its hash is kept. */
  readonly secret: string;
}

export interface IngestKeys {
  /** NOT_FOUND for a site the scope does not see, BAD_INPUT for an empty name. */
  create(
    scope: Scope,
    wanted: {
      readonly name: string;
      readonly installationId: InstallationId | null;
      /** Readings of devices, unless said otherwise. */
      readonly purpose?: KeyPurpose;
    },
  ): Promise<Result<CreatedKey, Failure>>;
  /** The organization's keys in force. */
  all(scope: Scope): Promise<readonly IngestKey[]>;
  /** NOT_FOUND for keys of others and revoked ones. */
  revoke(scope: Scope, publicId: string): Promise<Result<true, Failure>>;
  /**
   * Whose key `atr_<public id>_<secret>` is; null: nobody's, or it is for something else. Remembered for up to 30 s:
   * gateways post all day.
   */
  verify(key: string, purpose?: KeyPurpose): Promise<VerifiedKey | null>;
  /**
   * Whom a key in force speaks for, by its public id alone: from a broker that has checked itself who publishes. A key
   * for readings speaks for devices too. Remembered like `verify`.
   */
  holderOf(publicId: string, of: 'readings' | 'devices'): Promise<VerifiedKey | null>;
  /** Asks the store about this key, or (null) about every key, when it is presented next. */
  forget(publicId: string | null): void;
}

export interface IngestKeyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the scope sees that site. */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
  /** Whether a key revoked elsewhere would be told here; without: none is. */
  readonly hearsOfChanges?: (() => boolean) | undefined;
}

/** How long a verified key is taken for good without asking the store, in ms. */
const rememberedFor = 30_000;
/** Asked for anew so long before, so that nobody waits for the store. */
const renewedBefore = 10_000;
const maxNameLength = 100;

const form = /^atr_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** A key as it is looked at whenever it is presented. */
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

/** Finds keys in force, and remembers them. */
function keysInForce(store: ReturnType<typeof ingestKeysStore>, clock: Clock, hearsOfChanges: () => boolean) {
  const remembered = new Map<string, { readonly key: KeyInForce; readonly until: Instant }>();
  /** Grows when something is forgotten: what was asked for before is not remembered after. */
  let forgotten = 0;
  /** Asked for now: of the many posts that come at once one asks. */
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
    // What it fails by is told to whoever waits for it.
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
    // Only keys that exist are remembered, so guessing fills no memory.
    if (key === null) remembered.delete(publicId);
    else if (forgotten === before) remembered.set(publicId, { key, until: clock.now() + rememberedFor });
    return key;
  }

  return { find, forget };
}

/** What the audit log tells of a key; people limited to other sites don't read it. */
function tellingOf({ id, name, publicId, installationId }: IngestKey) {
  return { details: { name, publicId }, subjectId: id, ...(installationId === null ? {} : { installationId }) };
}
