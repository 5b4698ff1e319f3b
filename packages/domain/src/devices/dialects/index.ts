export { readDocument } from './documents.ts';
export { understand } from './registry.ts';
