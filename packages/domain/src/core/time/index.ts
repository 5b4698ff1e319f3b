export * from './buckets.ts';
export * from './granularity.ts';
export * from './instant.ts';
export * from './local.ts';
export * from './local-date.ts';
export * from './site-day.ts';
export * from './zone-offsets.ts';
