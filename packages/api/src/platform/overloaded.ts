/** More is asked for than can be done now. Nothing is broken: asking again later is the way, after `retryAfter` seconds. */
export class Overloaded extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number, options?: ErrorOptions) {
    super('Too much is asked for at once. Try again in a moment.', options);
    this.retryAfter = retryAfter;
  }
}

/** The overload that made something else fail, as drivers and layers between wrap what they are told; null without one. */
export function overloadIn(error: unknown): Overloaded | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Overloaded) return each;
  return null;
}
