/** Height of a row and of the gap between rows, in px. */
export const gridRow = { height: 40, gap: 12 } as const;

/** Height in px around the drawing in a card: margins, header and second line. */
export const cardFrame = 66;

/** Returns the rows for a drawing height in px. Figures consist of cards and only have a header around them. */
export function heightToRows(height: number, isBare: boolean): number {
  return Math.ceil((height + (isBare ? 28 : cardFrame) + gridRow.gap) / (gridRow.height + gridRow.gap));
}

/** Returns the drawing height in px of a card with that many rows. */
export function rowsToHeight(rows: number, isBare: boolean): number {
  return rows * (gridRow.height + gridRow.gap) - gridRow.gap - (isBare ? 28 : cardFrame);
}

/** Number of columns of a page. Positions count in columns, so that a page looks the same at any width. */
export const pageColumns = 12;

/** Minimum and maximum size of a widget, in columns and rows. */
export const placeLimits = { minColumns: 2, minRows: 2, maxRows: 40 } as const;

/** Position and size: columns from the page's start, rows from its top. */
export interface Place {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** An item on a page, with its id. */
export interface Placed extends Place {
  readonly id: number;
}

/**
 * All items of a page in reading order: top to bottom, start to end. Items never overlap and there are no vertical
 * gaps. Only this module's functions create one.
 */
export type Layout = readonly Placed[];

/** Returns the nearest position within the page and the size limits. */
export function clampToPage({ column, row, columns, rows }: Place): Place {
  const width = clamp(columns, placeLimits.minColumns, pageColumns);
  return {
    column: clamp(column, 0, pageColumns - width),
    row: Math.max(0, Math.round(row)),
    columns: width,
    rows: clamp(rows, placeLimits.minRows, placeLimits.maxRows),
  };
}

/** Whether they share a column, so that one lies above the other. */
export const shareColumn = (one: Place, other: Place): boolean =>
  one.column < other.column + other.columns && other.column < one.column + one.columns;

/** Whether they share a cell. */
export const overlap = (one: Place, other: Place): boolean =>
  shareColumn(one, other) && one.row < other.row + other.rows && other.row < one.row + one.rows;

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}
