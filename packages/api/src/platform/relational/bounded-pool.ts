import pg from 'pg';
import { Overloaded } from '../overloaded.ts';

/** Seconds until a request that got no connection may be retried. */
const retryAfter = 5;
/** The pool's messages when no connection became free or could be opened in time. */
const timeoutMessages = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** Pool whose timeout when waiting for a connection is an overload, not a server error. */
export class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect((error, client, done) => callback(error && toOverload(error), client, done));
      return undefined;
    }
    return super.connect().catch((error: Error) => {
      throw toOverload(error);
    });
  }
}

const toOverload = (error: Error) => (timeoutMessages.test(error.message) ? new Overloaded(retryAfter) : error);
