/** What Node says of a server it can't reach, or loses. */
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

/** What PostgreSQL says when it ends, starts, or has no connection to give; class 08 is of connections altogether. */
const serverFaults = /^(08...|57P0[123]|53300)$/;

/** What the driver says, without a code; and PostgreSQL, with one of many meanings, of a database that takes nobody. */
const driverFaults =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed and is not queryable|database ".+" is not currently accepting connections)/;

/** Whether an error says that a store can't be asked now, which is nothing the caller or the code did wrong. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  const isFault =
    (typeof code === 'string' && (serverFaults.test(code) || (networkFaults.has(code) && isOfConnection(error)))) ||
    driverFaults.test(error.message);
  return isFault || isStoreAway(error.cause);
}

/** A file that is missing says ENOENT as well as a socket does. */
const isOfConnection = ({ code, syscall }: Error & { code?: unknown; syscall?: unknown }) =>
  code !== 'ENOENT' || syscall === 'connect';
