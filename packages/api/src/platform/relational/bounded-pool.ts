import pg from 'pg';
import { Overloaded } from '../overloaded.ts';

/** Seconds after which whoever got no connection may try again. */
const retryAfter = 5;
/** What the pool says when nobody gave a connection back, or none was made, in time. */
const inVain = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A pool in which waiting in vain for a connection is an overload, not a fault. */
export class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect((error, client, done) => callback(error && asOverload(error), client, done));
      return undefined;
    }
    return super.connect().catch((error: Error) => {
      throw asOverload(error);
    });
  }
}

const asOverload = (error: Error) => (inVain.test(error.message) ? new Overloaded(retryAfter) : error);
