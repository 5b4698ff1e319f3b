export { describeFinished, describeUnfinished, type Erased, erasureRecord } from './erasure-record.ts';
export { reportUnfinishedErasures } from './report-erasures.ts';
