export { createObserve, type Observe } from './observe.ts';
export { settleMs } from './observed.ts';
export { isRuleOff } from './to-observations.ts';
