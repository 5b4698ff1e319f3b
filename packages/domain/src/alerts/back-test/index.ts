export * from './back-test.ts';
export { roundTo } from './shift-limit.ts';
export type { Suggestion } from './suggest.ts';
export type { Tally } from './tally.ts';
