import { err, type Failure, ok, type Result } from '@atrium/domain/core';
import type { Database } from './relational-store.ts';

/** Carries a failure out of a transaction that is rolled back. */
class Rollback extends Error {
  readonly failure: Failure;

  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}

/** Returns the value of a result; a failure rolls the transaction back. */
export function unwrap<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw new Rollback(result.error);
}

/** Runs work in a transaction. A failure from `unwrap` rolls it back and is returned as a value. */
export async function inTransaction<Value>(
  db: Database,
  work: (transaction: Database) => Promise<Value>,
): Promise<Result<Value, Failure>> {
  try {
    return ok(await db.transaction((transaction) => work(transaction)));
  } catch (error) {
    if (error instanceof Rollback) return err(error.failure);
    throw error;
  }
}
