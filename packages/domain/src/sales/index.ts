export { type DemonstrationDay, inventDemonstrationDay } from './demonstration-day.ts';
export { findImportRefusal, type ImportRefusal, importRefusals } from './import-refusals.ts';
export { findKnownDays, type KnownDay, maxSilentDays } from './known-days.ts';
export { checkRow, indexShops, type Shop, type Shops, type SoldReceipt } from './rows/check-row.ts';
export { type CheckedRows, checkRows } from './rows/check-rows.ts';
export { isCurrency } from './rows/currencies.ts';
export {
  type Cell,
  type ReceiptColumn,
  receiptColumns,
  type TableRow,
  toColumnLetter,
} from './rows/receipt-columns.ts';
export { type FaultReason, faultReasons, maxListedFaults, type RowFault } from './rows/row-fault.ts';
export { type ShopTotal, sumByShop } from './shop-totals.ts';
