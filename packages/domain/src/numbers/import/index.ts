export { isReadableEntry, startsJson } from './archive.ts';
export { findTimeColumns, type TimeColumn } from './clock-text.ts';
export { guessHeader, type Records, readFirstRecords } from './first-records.ts';
export { formatCertain, type JsonTable, readJsonTable } from './json-table.ts';
export { findRecipes, type ImportRecipe, listRecipeColumns, type RecipeOptions, shippedRecipes } from './recipes.ts';
export { parseRowTime } from './row-time.ts';
export { isBlankRow, isSameRow, isTotalRow } from './table-rows.ts';
export { type Conversion, convert, detectHeaderUnit, findOpposite, parseUnit } from './units.ts';
