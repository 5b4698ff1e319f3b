export * from './image.ts';
export { formatSize } from './file-size.ts';
