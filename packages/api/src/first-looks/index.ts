/** Warms the cache for the first page that users open. */
export { askAhead, type FirstLooks, type FirstLooksDependencies } from './ask-ahead.ts';
export { type QuietMoments, quietMoments } from './quiet-moments.ts';
