export * from './site-questions.ts';
export * from './tab-queries.ts';
