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
