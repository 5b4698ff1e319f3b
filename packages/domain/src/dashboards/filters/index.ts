export * from './event-days.ts';
export * from './filter-codec.ts';
export * from './filter-state.ts';
export * from './resolve.ts';
export * from './table-zones.ts';
export * from './timespan.ts';
