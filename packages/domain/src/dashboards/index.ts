export * from './answer-series.ts';
export * from './counting-queries.ts';
export * from './filter-codec.ts';
export * from './filter-state.ts';
export * from './site-sections.ts';
export * from './timespan.ts';
export * from './typical-week.ts';
export * from './zone-coverage.ts';
