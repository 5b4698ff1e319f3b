export * from './questions-of-site.ts';
export * from './section-tabs.ts';
