export * from './earlier-times.ts';
export * from './explained-query.ts';
export * from './number-key.ts';
