export * from './facets.ts';
export * from './measurement-query.ts';
export * from './raw-query.ts';
export * from './refusals.ts';
export * from './vocabulary.ts';
