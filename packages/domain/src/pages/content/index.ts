export * from './content.ts';
export * from './content-from-view.ts';
export * from './differences.ts';
export * from './edit-page.ts';
export * from './page-filters.ts';
export * from './page-layout.ts';
export * from './page-questions.ts';
