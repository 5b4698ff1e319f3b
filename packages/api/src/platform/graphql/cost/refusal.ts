import { errorCodes, type Failure, failure } from '@atrium/domain/core';
import { GraphQLError } from 'graphql';
import { mostNesting } from './nesting.ts';

/**
 * Why a document is not answered at all: with the HTTP status of its code and, where the same may be asked again later,
 * after how many seconds. The status is for the HTTP edge alone, sockets have none.
 */
export function refusal({ code, message }: Failure, more: { retryAfter?: number; [said: string]: unknown } = {}) {
  const { retryAfter } = more;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const http = { status: errorCodes[code], headers };
  return new GraphQLError(message, {
    extensions: Object.defineProperty({ code, ...more }, 'http', { value: http, enumerable: false }),
  });
}

/** Until a minute is over. */
export const tooMuch = (retryAfter: number) =>
  refusal(failure('RATE_LIMITED', `Too much in one minute. Try again in ${retryAfter} s`), { retryAfter });

export const tooDeep = () => refusal(failure('BAD_INPUT', `Variables go at most ${mostNesting} levels deep.`));

export const tooLong = (bytes: number) =>
  refusal(failure('BAD_INPUT', `Who is not signed in sends at most ${bytes} bytes.`));
