import type { ProfileLanguage } from '@atrium/domain/access';
import { type Clock, err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import type { Links } from '../../notifications/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { AttemptLimits } from '../limits/index.ts';

/** What the use cases about people stand on. */
export interface PeopleDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  readonly files: Files;
  /** Of passwords that are asked for again. */
  readonly limits: AttemptLimits;
  /** Those people may choose, at least one. */
  readonly languages: readonly ProfileLanguage[];
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
}

/** Looking at the product as somebody gives no hand on their credentials, nor on anybody's rights. */
export function asThemselves(scope: Scope): Result<void, Failure> {
  return scope.viewedBy === null
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This cannot be done while looking as somebody else'));
}

/** Why a transaction is taken back, on its way to the answer. */
class TakenBack extends Error {
  readonly failure: Failure;

  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}

/** The value of a result; its failure takes the transaction back. */
export function must<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw new TakenBack(result.error);
}

/** All of the work or nothing: what it refuses is answered as a value. */
export async function wholly<Value>(
  db: Database,
  work: (transaction: Database) => Promise<Value>,
): Promise<Result<Value, Failure>> {
  try {
    return ok(await db.transaction((transaction) => work(transaction)));
  } catch (error) {
    if (error instanceof TakenBack) return err(error.failure);
    throw error;
  }
}
