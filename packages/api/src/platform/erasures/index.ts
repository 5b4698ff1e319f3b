export { describeFinished, describeUnfinished, type Erased, openErasureRecord } from './erasure-record.ts';
export { reportUnfinishedErasures } from './report-erasures.ts';
