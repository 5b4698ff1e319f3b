import { DrizzleQueryError } from 'drizzle-orm';

/** PostgreSQL codes for a wrong page checksum, a corrupt index, and a file that is missing or too short. */
const damage = new Set(['XX001', 'XX002', '58P01', '58030']);

/** Whether an error reports corruption in the relational store. */
export function isRelationalCorruption(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}

/** Whether an error is a violation of a unique constraint; drizzle wraps the driver's error. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23505';

/** Whether an error is a violation of a foreign key: other rows still refer to the row. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23503';

/** Node's codes for a server that is unreachable or lost. */
const networkFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** PostgreSQL's codes when it shuts down, starts, or has no free connection; class 08 covers connections in general. */
const serverFaults = /^(08...|57P0[123]|53300)$/;

/**
 * Messages of the driver, which have no code, and PostgreSQL's message for a database that accepts no connections,
 * whose code is ambiguous.
 */
const driverFaults =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed and is not queryable|database ".+" is not currently accepting connections)/;

/** Whether an error means that a store is currently unreachable, which is no fault of the caller or the code. */
export function isStoreUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const isFault =
    (typeof code === 'string' && (serverFaults.test(code) || (networkFaults.has(code) && isOfConnection(error)))) ||
    driverFaults.test(error.message);
  return isFault || isStoreUnreachable(error.cause);
}

/** ENOENT is reported for missing files as well as for missing sockets. */
const isOfConnection = ({ code, syscall }: Error & { code?: unknown; syscall?: unknown }) =>
  code !== 'ENOENT' || syscall === 'connect';
