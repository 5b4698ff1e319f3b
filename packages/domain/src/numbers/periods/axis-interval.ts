/** Possible distances between the marks of a time axis, in seconds. */
const choices = [30, 60, 90, 120, 180, 240, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000] as const;

const day = 86_400;
/** Maximum intervals on an axis. */
const maxIntervals = 4;

/** Returns the smallest interval (s) that divides a range (s) into at most 4 parts; beyond the list, in whole days. */
export function getAxisInterval(range: number): number {
  return choices.find((interval) => range / interval <= maxIntervals) ?? Math.ceil(range / maxIntervals / day) * day;
}
