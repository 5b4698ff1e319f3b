export * from './data-types.ts';
export * from './export-request.ts';
export * from './export-size.ts';
