/** Columns of the twelve for each item in its order: rows are filled, the last of each row takes what is left of it. */
export function packRows(wanted: readonly number[]): readonly number[] {
  const packed: number[] = [];
  let row: number[] = [];
  let used = 0;
  const close = () => {
    const last = row.pop();
    if (last !== undefined) packed.push(...row, last + 12 - used);
    row = [];
    used = 0;
  };
  for (const columns of wanted) {
    if (used + columns > 12) close();
    row.push(columns);
    used += columns;
  }
  close();
  return packed;
}

/** The height of the highest in the row of each, by the columns that `packRows` gave them. */
export function rowHeights(columns: readonly number[], heights: readonly number[]): readonly number[] {
  const rows: number[][] = [];
  let used = 12;
  for (const [place, width] of columns.entries()) {
    if (used + width > 12) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(heights[place] ?? 0);
    used += width;
  }
  return rows.flatMap((row) => row.map(() => Math.max(...row)));
}
