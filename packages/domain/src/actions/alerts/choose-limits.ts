/** A limit with how often it would have fired. */
interface TriedLimit {
  readonly limit: number;
  readonly times: number;
}

/** Most limits that are offered. */
const maxLimits = 5;

/**
 * Returns the limits to offer, in their order: of each run with the same count the one nearest to the present limit, and the
 * present limit itself. At most five, those nearest to it.
 */
export function chooseLimits<Limit extends TriedLimit>(limits: readonly Limit[], own: number): readonly Limit[] {
  const changing = limits.filter(({ limit, times }, index) => {
    const towardsOwn = limits[limit < own ? index + 1 : index - 1];
    return limit === own || times !== towardsOwn?.times;
  });
  const at = changing.findIndex(({ limit }) => limit === own);
  const first = Math.max(0, Math.min(changing.length - maxLimits, at - Math.floor(maxLimits / 2)));
  return changing.slice(first, first + maxLimits);
}
