/** A refusal of the API (`application/problem+json`), or an answer that is not from Atrium. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** HTTP status. */
  readonly status: number;
  /** Code of the API, such as `NOT_FOUND`. Null: the answer is not from Atrium. */
  readonly code: string | null;
  /** The field or parameter that is wrong. */
  readonly field: string | null;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | null;

  constructor(status: number, body: unknown, retryAfter: number | null) {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
    const { code, detail, field } = problem;
    super(typeof detail === 'string' ? detail : `The server answered ${status}.`);
    this.status = status;
    this.code = typeof code === 'string' ? code : null;
    this.field = typeof field === 'string' ? field : null;
    this.retryAfter = retryAfter;
  }
}
