/** Each side is missed once in forty times, so that both together hold nineteen times in twenty. */
const tail = 0.025;

/** The least and the most that is expected where so many were seen, of things that happen by themselves (Garwood). */
export function poissonBounds(seen: number): { readonly least: number; readonly most: number } {
  const widest = seen + 10 * Math.sqrt(seen + 1) + 10;
  return {
    least: seen === 0 ? 0 : solve(seen, (mean) => 1 - atMost(seen - 1, mean) < tail),
    most: solve(widest, (mean) => atMost(seen, mean) > tail),
  };
}

/** Where a condition that holds below some mean ceases to. */
function solve(high: number, holds: (mean: number) => boolean): number {
  let [from, to] = [0, high];
  for (let step = 0; step < 60; step++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** How likely no more than so many are seen. In logarithms: the first term of a large mean is too small for a number. */
function atMost(seen: number, mean: number): number {
  if (mean === 0) return 1;
  let [logOfTerm, sum] = [-mean, 0];
  for (let count = 0; count <= seen; count++) {
    if (count > 0) logOfTerm += Math.log(mean / count);
    sum += Math.exp(logOfTerm);
  }
  return Math.min(1, sum);
}
