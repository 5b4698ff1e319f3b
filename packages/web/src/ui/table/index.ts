export { rowLink } from './row-link.ts';
export { type Column, type ColumnSort, type PlainCell, Table } from './table.tsx';
