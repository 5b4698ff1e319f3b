import { isAnalyticsCorruption } from './damage/corruption.ts';
import { findOverload } from './failures.ts';
import { isRelationalCorruption, isStoreUnreachable } from './relational/relational-errors.ts';

/** Temporary failure that is not the caller's fault: a 503 wherever it is reported. */
export interface Unavailable {
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number;
  /** A refusal because of load needs no investigation. */
  readonly isOverload: boolean;
}

/** Codes of PostgreSQL, the system and ClickHouse for a full disk; PostgreSQL's code for a read-only one. */
const cannotWrite = new Set(['53100', 'ENOSPC', 'EROFS', '243', '25006']);

/** PostgreSQL's codes for timeouts of statements and of idle transactions: the server is up, but slow. */
const tookTooLong = new Set(['57014', '25P03']);

const awaySeconds = 5;
const fullSeconds = 30;
/** A backup must be restored first. */
const damagedSeconds = 60;

/** Classifies errors of the stores for all callers; null when it is a real fault that waiting won't fix. */
export function findUnavailable(error: unknown): Unavailable | null {
  const overload = findOverload(error);
  if (overload !== null) return { message: overload.message, retryAfter: overload.retryAfter, isOverload: true };
  if (isStoreUnreachable(error) || hasCode(error, tookTooLong))
    return { message: 'The server cannot answer right now', retryAfter: awaySeconds, isOverload: false };
  if (hasCode(error, cannotWrite))
    return { message: 'The server cannot store anything right now', retryAfter: fullSeconds, isOverload: false };
  if (isAnalyticsCorruption(error) || isRelationalCorruption(error))
    return { message: 'The server cannot answer right now', retryAfter: damagedSeconds, isOverload: false };
  return null;
}

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof Error && (codes.has(String((error as { code?: unknown }).code)) || hasCode(error.cause, codes));
