export * from './point.ts';
