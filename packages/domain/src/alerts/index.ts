export * from './alert-log.ts';
export * from './conditions/index.ts';
export * from './engine/index.ts';
