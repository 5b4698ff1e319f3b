export { type Encoding, encodings } from './decode-text.ts';
export { type FileExtension, fileExtensions, fileLimits, getFileExtension } from './file-limits.ts';
export type { FileTools } from './file-tools.ts';
export { type FileRefusal, readSalesFile, type SalesTable } from './read-sales-file.ts';
export { type Separator, separators } from './split-records.ts';
