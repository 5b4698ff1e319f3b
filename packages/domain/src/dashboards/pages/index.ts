export * from './content.ts';
export * from './differences.ts';
export * from './page-layout.ts';
