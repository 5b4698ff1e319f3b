/** Width of the menu button, px. */
const menuWidth = 34;

/** Returns how many items of these widths fit in a row, px. If some do not fit, leaves room for the menu button. */
export function countFitting({
  widths,
  gap,
  room,
}: {
  readonly widths: readonly number[];
  readonly gap: number;
  readonly room: number;
}): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? -gap) + gap + width);
  if ((ends.at(-1) ?? 0) <= room) return widths.length;
  return ends.filter((end) => end + gap + menuWidth <= room).length;
}
