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
