/** Tail probability on each side of a 95 % interval. */
const tail = 0.025;

/** Returns the exact confidence bounds of a Poisson mean after this many events (Garwood). */
export function computePoissonBounds(seen: number): { readonly least: number; readonly most: number } {
  const widest = seen + 10 * Math.sqrt(seen + 1) + 10;
  return {
    least: seen === 0 ? 0 : solve(seen, (mean) => 1 - atMost(seen - 1, mean) < tail),
    most: solve(widest, (mean) => atMost(seen, mean) > tail),
  };
}

/** Finds the point below which a condition holds, by bisection. */
function solve(high: number, holds: (mean: number) => boolean): number {
  let [from, to] = [0, high];
  for (let step = 0; step < 60; step++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/**
 * Returns the probability of at most this many events. In logarithms, because the first term of a large mean
 * underflows.
 */
function atMost(seen: number, mean: number): number {
  if (mean === 0) return 1;
  let [logOfTerm, sum] = [-mean, 0];
  for (let count = 0; count <= seen; count++) {
    if (count > 0) logOfTerm += Math.log(mean / count);
    sum += Math.exp(logOfTerm);
  }
  return Math.min(1, sum);
}
