export * from './section-tabs.ts';
export * from './site-questions.ts';
export * from './site-tabs.ts';
