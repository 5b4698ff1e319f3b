export * from './section-tabs.ts';
export * from './site-questions.ts';
