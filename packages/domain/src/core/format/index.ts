export * from './date.ts';
export * from './delta.ts';
export * from './number.ts';
