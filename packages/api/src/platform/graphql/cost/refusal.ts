import { errorCodes, type Failure } from '@atrium/domain/core';
import { GraphQLError } from 'graphql';

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
