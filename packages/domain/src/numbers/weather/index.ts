export * from './forecast.ts';
