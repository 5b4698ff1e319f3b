export * from './error-codes.ts';
export * from './ids.ts';
export * from './omit-nulls.ts';
export * from './result.ts';
export * from './same-origin-path.ts';
export * from './time/index.ts';
