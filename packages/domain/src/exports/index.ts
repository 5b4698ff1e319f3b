export * from './data-types/index.ts';
export * from './export-request.ts';
export * from './limits.ts';
export * from './repeating-export.ts';
export * from './slices.ts';
