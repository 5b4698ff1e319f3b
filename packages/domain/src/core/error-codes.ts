/** The one table of codes an answer may carry in `extensions.code`, with the HTTP status its plain-HTTP twin has. */
export const errorCodes = {
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_INPUT: 400,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  RANGE_TOO_WIDE: 400,
  TOO_EXPENSIVE: 400,
  READINGS_GONE: 410,
  INTERNAL: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorCodes;

/** An expected failure on its way to the caller: the code for programs, the message for people. Never holds secrets. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** The input field at fault, as the caller named it. */
  readonly field?: string;
  /** Why, so that it can be said in the reader's own language. */
  readonly reason?: Reason;
  /** Of what may go well later: seconds until it is worth another try. */
  readonly retryAfter?: number;
}

/** A reason among those of its code: a message of the catalogues, and the words it speaks of as the API names them. */
export interface Reason {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

export function failure(code: ErrorCode, message: string, field?: string): Failure {
  return field === undefined ? { code, message } : { code, message, field };
}
