export * from './file.ts';
export { formatSize } from './file.ts';
