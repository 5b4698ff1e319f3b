import type { Layout } from './place.ts';

/**
 * Returns the phone order after a layout change. A reading order remains the reading order. A custom order is
 * preserved, and new items follow their predecessor on the page.
 */
export function updatePhoneOrder(before: readonly number[], was: Layout, is: Layout): readonly number[] {
  const read = is.map(({ id }) => id);
  const isOwn = before.join() !== was.map(({ id }) => id).join();
  if (!isOwn) return read;
  const there = new Set(read);
  const kept = before.filter((id) => there.has(id));
  for (const [place, id] of read.entries()) {
    if (kept.includes(id)) continue;
    const follows = read[place - 1];
    kept.splice(follows === undefined ? 0 : kept.indexOf(follows) + 1, 0, id);
  }
  return kept;
}

/** Moves an item within the order. */
export function reorder(order: readonly number[], id: number, to: number): readonly number[] {
  const others = order.filter((other) => other !== id);
  const place = Math.min(others.length, Math.max(0, to));
  return order.includes(id) ? [...others.slice(0, place), id, ...others.slice(place)] : order;
}
