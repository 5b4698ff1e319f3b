export {
  type CheckedRows,
  checkRow,
  checkRows,
  indexShops,
  isCurrency,
  type Shop,
  type Shops,
  type SoldReceipt,
} from './check-rows.ts';
export { type DemonstrationDay, inventDemonstrationDay } from './demonstration-day.ts';
export { type ColumnOrValue, mapRows, type SalesColumns } from './map-rows.ts';
export {
  type Cell,
  type FaultReason,
  faultReasons,
  findImportRefusal,
  type ImportRefusal,
  importRefusals,
  maxListedFaults,
  type ReceiptColumn,
  type RowFault,
  receiptColumns,
  type TableRow,
  toColumnLetter,
} from './receipt-rows.ts';
export { findKnownDays, type KnownDay, maxSilentDays, type ShopTotal, sumByShop } from './shop-totals.ts';
export { type TillRecipe, tillRecipes } from './till-recipes.ts';
