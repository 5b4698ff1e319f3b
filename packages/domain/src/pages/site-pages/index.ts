export * from './site-lanes.ts';
export * from './site-questions.ts';
export * from './tab-queries.ts';
