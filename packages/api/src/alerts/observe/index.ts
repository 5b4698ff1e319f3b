export { isOffAt } from './observations-of.ts';
export { createObserve, type Observe } from './observe.ts';
export { settleMs } from './observed.ts';
