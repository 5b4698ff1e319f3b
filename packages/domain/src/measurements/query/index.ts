export { maxPoints, type RefusalId, refusalIds } from './check-sense.ts';
export * from './facets.ts';
export * from './measurement-query.ts';
export { parseQuery } from './parse-query.ts';
export * from './raw-query.ts';
export * from './vocabulary.ts';
