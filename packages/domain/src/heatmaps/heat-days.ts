import { addDays, daysBetween, type LocalDate } from '../core/index.ts';

/**
 * The days a carousel turns over, oldest first: those of the period that have begun, the last `limit` of them. `from`
 * and `to` as a filter gives them: `to` excluded.
 */
export function carouselDays(
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  today: LocalDate,
  limit: number,
): readonly LocalDate[] {
  const end = addDays(today, 1) < to ? addDays(today, 1) : to;
  const count = Math.min(limit, Math.max(0, daysBetween(from, end)));
  return Array.from({ length: count }, (_, index) => addDays(end, index - count));
}
