/** How many columns a page has: places are counted in them, so that a page looks alike at any width. */
export const pageColumns = 12;

/** The smallest a widget may become, and the highest: less shows nothing, more is no card any more. */
export const placeLimits = { leastColumns: 2, leastRows: 2, mostRows: 40 } as const;

/** Where something stands: columns from the page's start, rows from its top, and how many it takes of each. */
export interface Place {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** What stands on a page, by the id that tells it from what else stands there. */
export interface Placed extends Place {
  readonly id: number;
}

/**
 * Everything of a page in reading order: rows from the top, in a row from its start. Nothing overlaps, and everything
 * rests on what is above it. Only the functions of this module make one.
 */
export type Layout = readonly Placed[];

/** A place within the page and the limits, as near as can be to the one wanted. */
export function withinPage({ column, row, columns, rows }: Place): Place {
  const width = clamp(columns, placeLimits.leastColumns, pageColumns);
  return {
    column: clamp(column, 0, pageColumns - width),
    row: Math.max(0, Math.round(row)),
    columns: width,
    rows: clamp(rows, placeLimits.leastRows, placeLimits.mostRows),
  };
}

/** Whether they share a column: then one of them stands above the other. */
export const shareColumn = (one: Place, other: Place): boolean =>
  one.column < other.column + other.columns && other.column < one.column + one.columns;

/** Whether they share a cell. */
export const overlap = (one: Place, other: Place): boolean =>
  shareColumn(one, other) && one.row < other.row + other.rows && other.row < one.row + one.rows;

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}
