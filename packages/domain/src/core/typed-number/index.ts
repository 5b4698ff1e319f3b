export * from './typed-number.ts';
