import type { Layout } from './place.ts';

/**
 * The order on a phone after a layout changed. While it is that of reading it stays that of reading; an order somebody
 * made is kept, and what is new comes after what it follows on the page.
 */
export function phoneOrder(before: readonly number[], was: Layout, is: Layout): readonly number[] {
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

/** One of the order put to another place of it. */
export function reordered(order: readonly number[], id: number, to: number): readonly number[] {
  const others = order.filter((other) => other !== id);
  const place = Math.min(others.length, Math.max(0, to));
  return order.includes(id) ? [...others.slice(0, place), id, ...others.slice(place)] : order;
}
