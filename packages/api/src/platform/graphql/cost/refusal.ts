import { errorCodes, type Failure, failure } from '@atrium/domain/core';
import { GraphQLError } from 'graphql';
import { maxNesting } from './nesting.ts';

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

/** `retryMs` is the seconds until the minute is over. */
export const buildRateLimitError = (retryAfter: number) =>
  buildRefusal(failure('RATE_LIMITED', `Too much in one minute. Try again in ${retryAfter} s`), { retryAfter });

export const buildTooDeepError = () =>
  buildRefusal(failure('BAD_INPUT', `Variables go at most ${maxNesting} levels deep.`));

export const buildTooLongError = (bytes: number) =>
  buildRefusal(failure('BAD_INPUT', `Who is not signed in sends at most ${bytes} bytes.`));
