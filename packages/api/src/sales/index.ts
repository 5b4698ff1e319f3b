export { type Receipt, type ReceiptsStore, receiptsStore } from './receipts.store.ts';
