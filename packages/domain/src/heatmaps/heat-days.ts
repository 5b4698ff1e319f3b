import { addDays, daysBetween, type LocalDate } from '../core/index.ts';

/**
 * Returns the days of a carousel, oldest first: the last `limit` days of the period that have begun. `to` is exclusive.
 */
export function listCarouselDays(
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  today: LocalDate,
  limit: number,
): readonly LocalDate[] {
  const end = addDays(today, 1) < to ? addDays(today, 1) : to;
  const count = Math.min(limit, Math.max(0, daysBetween(from, end)));
  return Array.from({ length: count }, (_, index) => addDays(end, index - count));
}
