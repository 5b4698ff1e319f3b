export { type Receipt, receiptsStore } from './receipts.store.ts';
