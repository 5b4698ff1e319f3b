import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * An error as a log may keep it. A failed statement's own message carries the SQL and its values, so only its cause is
 * told; of a database error neither the row nor the values it quotes in `detail`.
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

/** The frames alone: the head of a stack repeats the message. */
const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
