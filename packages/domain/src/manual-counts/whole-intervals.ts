import type { Span } from '../core/index.ts';

/**
 * Returns the time of the sensor intervals entirely within a span, to show how long to keep counting. Null if there is
 * none. `seconds` is the sensor's interval, aligned to full hours.
 */
export function findWholeIntervals({ from, to }: Span, seconds: number): Span | null {
  const width = seconds * 1000;
  const [first, last] = [Math.ceil(from / width) * width, Math.floor(to / width) * width];
  return first < last ? { from: first, to: last } : null;
}
