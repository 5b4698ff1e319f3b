import type { Span } from '../core/index.ts';

/**
 * The time of the sensor's intervals that lie wholly within a span, by which whoever counts sees how long to stay;
 * null: none does. `seconds`: between what the sensor tells, from the full hour on.
 */
export function wholeIntervals({ from, to }: Span, seconds: number): Span | null {
  const width = seconds * 1000;
  const [first, last] = [Math.ceil(from / width) * width, Math.floor(to / width) * width];
  return first < last ? { from: first, to: last } : null;
}
