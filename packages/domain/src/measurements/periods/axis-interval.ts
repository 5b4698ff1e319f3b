/** The distances a time axis may have between its marks, in seconds. */
const choices = [30, 60, 90, 120, 180, 240, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000] as const;

const day = 86_400;
/** An axis has room for this many intervals. */
const most = 4;

/** The smallest interval (s) that goes into a range (s) at most 4 times; past the list, the fewest whole days. */
export function axisInterval(range: number): number {
  return choices.find((interval) => range / interval <= most) ?? Math.ceil(range / most / day) * day;
}
