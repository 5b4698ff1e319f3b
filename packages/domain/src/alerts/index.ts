export * from './alert-log.ts';
