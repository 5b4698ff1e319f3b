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
