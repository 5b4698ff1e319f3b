/**
 * Returns the columns (of twelve) for each item. Fills rows in order; the last item of a row takes the remaining width.
 */
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

/** Returns for each item the greatest height in its row, by the columns from `packRows`. */
export function computeRowHeights(columns: readonly number[], heights: readonly number[]): readonly number[] {
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
