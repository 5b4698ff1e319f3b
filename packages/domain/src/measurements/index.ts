export * from './periods/index.ts';
export * from './point.ts';
