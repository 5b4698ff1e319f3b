export * from './folds/index.ts';
export * from './metrics/index.ts';
export * from './periods/index.ts';
export * from './point.ts';
export * from './query/index.ts';
