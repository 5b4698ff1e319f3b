export * from './rights.ts';
export * from './rights-tree.ts';
