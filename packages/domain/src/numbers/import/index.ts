export { findTimeColumns, type TimeColumn } from './clock-text.ts';
export { parseRowTime } from './row-time.ts';
export { isBlankRow, isSameRow, isTotalRow } from './table-rows.ts';
export { type Conversion, convert, detectHeaderUnit, findOpposite, parseUnit } from './units.ts';
