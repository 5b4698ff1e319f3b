/** More work is requested than can be done now. Nothing is broken; retry after `retryMs` seconds. */
export class Overloaded extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('Too much is asked for at once. Try again in a moment.', options);
    this.retryAfter = retryAfter;
  }
}

/** Finds the overload among an error's causes, since drivers and other layers wrap errors; null without one. */
export function findOverload(error: unknown): Overloaded | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Overloaded) return each;
  return null;
}
