export { type DemonstrationDay, demonstrationDay } from './demonstration-day.ts';
export { type ImportRefusal, importRefusalOf, importRefusals } from './import-refusals.ts';
export { checkRow, type Shop, type Shops, type SoldReceipt, shopsById } from './rows/check-row.ts';
export { type CheckedRows, checkRows } from './rows/check-rows.ts';
export { isCurrency } from './rows/currencies.ts';
export { type Cell, columnLetter, type ReceiptColumn, receiptColumns, type TableRow } from './rows/receipt-columns.ts';
export { type FaultReason, faultReasons, mostListedFaults, type RowFault } from './rows/row-fault.ts';
export { type ShopTotal, shopTotals } from './shop-totals.ts';
export { longestSilence, type ToldDay, toldDays } from './told-days.ts';
