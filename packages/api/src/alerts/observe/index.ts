export { createObserve, type Observe } from './observe.ts';
