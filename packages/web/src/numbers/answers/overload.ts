/** How often a request that an overloaded server refused is sent again. */
export const maxRetries = 3;

const firstDelayMs = 1000;
const longestDelayMs = 15_000;

/**
 * Returns the ms until a refused request is sent again, `attempt` counted from 0. Doubles each time, is at least what
 * the server asks for (seconds), and spreads by half, so that pages refused together do not return together.
 */
export function getRetryDelayMs(
  attempt: number,
  retryAfter: number | null,
  random: () => number = Math.random,
): number {
  const least = Math.min(longestDelayMs, Math.max(firstDelayMs * 2 ** attempt, (retryAfter ?? 0) * 1000));
  return least * (1 + random() / 2);
}
