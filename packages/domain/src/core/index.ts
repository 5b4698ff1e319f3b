export * from './error-codes.ts';
export * from './ids.ts';
export * from './result.ts';
export * from './same-origin-path.ts';
export * from './stated.ts';
export * from './time/index.ts';
