/**
 * All codes that an answer may have in `extensions.code`, with the HTTP status of the same error on plain HTTP routes.
 */
export const errorCodes = {
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BAD_INPUT: 400,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  RANGE_TOO_WIDE: 400,
  TOO_EXPENSIVE: 400,
  READINGS_GONE: 410,
  INTERNAL: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorCodes;

/** An expected failure for the caller: the code for programs, the message for people. Never contains secrets. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** The invalid input field, under the caller's name for it. */
  readonly field?: string;
  /** The reason, for a translated message. */
  readonly reason?: Reason;
  /** Seconds until a retry makes sense, for failures that are temporary. */
  readonly retryAfter?: number;
}

/** A specific reason for a code: the id of a catalogue message and its values, with the API's names. */
export interface Reason {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

export function failure(code: ErrorCode, message: string, field?: string): Failure {
  return field === undefined ? { code, message } : { code, message, field };
}

/** Result of a function that can fail in a way its caller must handle. Expected failures are values, not exceptions. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function err<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
