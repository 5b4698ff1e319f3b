import { numbersSpec } from '../numbers-spec.ts';

/** px of a row, of what stands around the rows, and how many are in sight before the table scrolls (G04). */
const tableRow = { height: 69, around: 100, most: 8 };

/** A row per group, a column per metric. */
export const table = numbersSpec({
  groupBy: ['ZONE'],
  size: { columns: 12, height: tableRow.height * tableRow.most + tableRow.around },
});
