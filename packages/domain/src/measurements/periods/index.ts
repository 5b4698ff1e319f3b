export * from './axis-interval.ts';
export * from './calendar-names.ts';
export * from './comparison.ts';
export * from './comparison-buckets.ts';
export * from './day-range.ts';
export * from './discontinuous.ts';
export * from './hours.ts';
export * from './presets.ts';
