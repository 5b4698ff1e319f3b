/** Moves the item of one id to the position of another; null if nothing moves. */
export function moveItem<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  target: number,
): readonly Item[] | null {
  const from = items.findIndex((item) => item.id === id);
  const to = items.findIndex((item) => item.id === target);
  const moved = items[from];
  if (moved === undefined || to < 0 || from === to) return null;
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}
