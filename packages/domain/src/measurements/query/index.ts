export * from './measurement-query.ts';
export { maxPoints, parseQuery } from './parse-query.ts';
export * from './raw-query.ts';
export * from './vocabulary.ts';
