export { type Receipt, type ReceiptsStore, receiptsStore } from './receipts.store.ts';
export { registerSalesOnHub, type SalesDependencies } from './sales.graphql.ts';
