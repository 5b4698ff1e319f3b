/** What the button of the menu takes of the line, px. */
const menuWidth = 34;

/** How many things of these widths fit side by side, px; where not all do, room is left for the menu that has the rest. */
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
