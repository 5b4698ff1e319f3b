import { errorCodes, type Failure, failure } from '@atrium/domain/core';
import { GraphQLError } from 'graphql';

/** Maximum depth of objects and lists in variables. The deepest filter of a query has six levels. */
const maxNesting = 40;

/** Whether a value is nested too deeply. Works level by level, because recursion could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNesting) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/**
 * Builds the error for a document that is refused as a whole. It includes the HTTP status of its code and, where a
 * retry makes sense, the seconds until then. Only the HTTP endpoint uses the status.
 */
export function buildRefusal({ code, message }: Failure, more: { retryAfter?: number; [said: string]: unknown } = {}) {
  const { retryAfter } = more;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const http = { status: errorCodes[code], headers };
  return new GraphQLError(message, {
    extensions: Object.defineProperty({ code, ...more }, 'http', { value: http, enumerable: false }),
  });
}

/**
 * Builds the error for an exhausted budget per minute. `retryAfter` is the number of seconds until the minute is over.
 */
export const buildRateLimitError = (retryAfter: number) =>
  buildRefusal(failure('RATE_LIMITED', `Too much in one minute. Try again in ${retryAfter} s`), { retryAfter });

export const buildTooDeepError = () =>
  buildRefusal(failure('BAD_INPUT', `Variables go at most ${maxNesting} levels deep.`));

export const buildTooLongError = (bytes: number) =>
  buildRefusal(failure('BAD_INPUT', `A request without a session may have at most ${bytes} bytes.`));
