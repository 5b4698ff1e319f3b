/** What the first page somebody opens asks is read before anybody opens it. */
export { askAhead, type FirstLooks, type FirstLooksDependencies } from './ask-ahead.ts';
export { type QuietMoments, quietMoments } from './quiet-moments.ts';
