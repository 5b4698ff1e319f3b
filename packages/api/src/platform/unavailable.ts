import { isAnalyticsDamage } from './damage/is-analytics-damage.ts';
import { isRelationalDamage } from './damage/is-relational-damage.ts';
import { overloadIn } from './overloaded.ts';
import { isStoreAway } from './relational/store-away.ts';

/** Why something can't be done now, though nothing is wrong with what was asked: a 503 wherever it is told. */
export interface Unavailable {
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number;
  /** Turned away because others ask too much is nothing to look into. */
  readonly isOverload: boolean;
}

/** What PostgreSQL, the system, and ClickHouse say of a disk that is full; PostgreSQL of one that only reads. */
const cannotWrite = new Set(['53100', 'ENOSPC', 'EROFS', '243', '25006']);

/** PostgreSQL's limits on the time of a statement, and of a transaction nobody goes on with: it is there, and slow. */
const tookTooLong = new Set(['57014', '25P03']);

const awaySeconds = 5;
const fullSeconds = 30;
/** Somebody has to restore a backup first. */
const damagedSeconds = 60;

/** The one reading of what stores throw; null: it is a fault of somebody's, and no waiting helps. */
export function unavailableIn(error: unknown): Unavailable | null {
  const overload = overloadIn(error);
  if (overload !== null) return { message: overload.message, retryAfter: overload.retryAfter, isOverload: true };
  if (isStoreAway(error) || hasCode(error, tookTooLong))
    return { message: 'The server cannot answer right now', retryAfter: awaySeconds, isOverload: false };
  if (hasCode(error, cannotWrite))
    return { message: 'The server cannot store anything right now', retryAfter: fullSeconds, isOverload: false };
  if (isAnalyticsDamage(error) || isRelationalDamage(error))
    return { message: 'The server cannot answer right now', retryAfter: damagedSeconds, isOverload: false };
  return null;
}

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof Error && (codes.has(String((error as { code?: unknown }).code)) || hasCode(error.cause, codes));
