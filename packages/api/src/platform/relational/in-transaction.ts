import { err, type Failure, ok, type Result } from '@atrium/domain/core';
import type { Database } from './relational-store.ts';

/** Why a transaction is rolled back, on its way to the answer. */
class Rollback extends Error {
  readonly failure: Failure;

  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}

/** The value of a result; its failure rolls the transaction back. */
export function unwrap<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw new Rollback(result.error);
}

/** All of the work or nothing: what it refuses is answered as a value. */
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
