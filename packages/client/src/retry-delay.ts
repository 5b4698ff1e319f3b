/** ms. */
const maxDelay = 60_000;

/** Returns the seconds that an answer asks to wait: `Retry-After`, or when the budget of `RateLimit` is full. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) return seconds;
  const reset = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return reset === undefined ? null : Number(reset);
}

/** Returns the ms until the next try: as long as the server asks, or twice as long after each failure. */
export function computeRetryDelay(attempt: number, retryAfter: number | null): number {
  return Math.min(maxDelay, retryAfter === null ? 500 * 2 ** attempt : retryAfter * 1000);
}
