export * from './alert-log.ts';
export * from './back-test/index.ts';
export * from './conditions/index.ts';
export * from './engine/index.ts';
export * from './messages/index.ts';
