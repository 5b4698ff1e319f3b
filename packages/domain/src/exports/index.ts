export * from './data-types.ts';
export * from './export-request.ts';
export * from './limits.ts';
export * from './slices.ts';
