/** px of a row and of the gap between two: what places count in. */
export const gridRow = { height: 40, gap: 12 } as const;

/** px of what stands around a picture in its card: margins, head and second line. */
export const cardFrame = 66;

/** Rows of a widget whose picture is so high; figures are cards themselves and have no frame but their head. */
export function rowsOfHeight(height: number, isBare: boolean): number {
  return Math.ceil((height + (isBare ? 28 : cardFrame) + gridRow.gap) / (gridRow.height + gridRow.gap));
}

/** px of the picture in a card of so many rows. */
export function heightOfRows(rows: number, isBare: boolean): number {
  return rows * (gridRow.height + gridRow.gap) - gridRow.gap - (isBare ? 28 : cardFrame);
}
