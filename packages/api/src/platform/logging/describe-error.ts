import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Returns an error in a form safe for logs. A failed statement's message contains the SQL and its values, so only its
 * cause is logged. For database errors, omits the row and the values quoted in `detail`.
 */
export function describeError(error: unknown): Record<string, unknown> {
  const told = causeOf(error);
  if (!(told instanceof Error)) return { message: String(told) };
  const code = (told as { code?: unknown }).code;
  return { type: told.name, message: told.message, ...(code === undefined ? {} : { code }), stack: framesOf(told) };
}

function causeOf(error: unknown): unknown {
  let told = error;
  while (told instanceof DrizzleQueryError && told.cause) told = told.cause;
  return told;
}

/** Only the stack frames, because the first line repeats the message. */
const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
