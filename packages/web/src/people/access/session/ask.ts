import { type ErrorCode, errorCodes } from '@atrium/domain/core';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** An error with the server's code. Anything else (network, invalid response) is an ordinary error. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The argument it concerns, if any. */
  readonly field: string | null;
  /** The id of its reason, if the server gave one. */
  readonly reason: string | null;

  constructor(code: ErrorCode, message: string, field: string | null = null, reason: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
    this.reason = reason;
  }
}

/**
 * Sends one GraphQL request without the client library, for pages before sign-in. Throws a Refusal or a network error.
 */
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
  return readResponse<Answer>(response);
}

/** Reads the data of a server response. Throws like `ask`. */
export async function readResponse<Answer>(response: Response): Promise<Answer> {
  if (response.status === 429) throw new Refusal('RATE_LIMITED', response.statusText);
  const body = (await response.json()) as {
    data?: Answer | null;
    errors?: { message?: string; extensions?: { code?: unknown; field?: unknown; reason?: { id?: unknown } } }[];
  };
  const first = body.errors?.[0];
  if (first !== undefined) {
    const { code, field, reason } = first.extensions ?? {};
    throw new Refusal(knownCode(code), first.message ?? '', textOrNull(field), textOrNull(reason?.id));
  }
  if (body.data === undefined || body.data === null)
    throw new Error(`The answer holds no data (HTTP ${response.status})`);
  return body.data;
}

function knownCode(code: unknown): ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'INTERNAL';
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
