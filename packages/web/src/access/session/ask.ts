import { type ErrorCode, errorCodes } from '@atrium/domain/core';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** The server said no, in its own code; anything else (network, a broken answer) is an ordinary error. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** One GraphQL request without the client library, for the pages before sign-in. Throws a Refusal or a network error. */
export async function ask<Answer, Variables>(
  document: DocumentTypeDecoration<Answer, Variables> & { toString(): string },
  variables: Variables,
  token?: string,
): Promise<Answer> {
  const response = await fetch('/v2/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  if (response.status === 429) throw new Refusal('RATE_LIMITED', response.statusText);
  const body = (await response.json()) as {
    data?: Answer | null;
    errors?: { message?: string; extensions?: { code?: unknown } }[];
  };
  const first = body.errors?.[0];
  if (first !== undefined) throw new Refusal(knownCode(first.extensions?.code), first.message ?? '');
  if (body.data === undefined || body.data === null)
    throw new Error(`The answer holds no data (HTTP ${response.status})`);
  return body.data;
}

function knownCode(code: unknown): ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'INTERNAL';
}
