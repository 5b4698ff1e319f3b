export { formatSize } from './file-size.ts';
export * from './image.ts';
