export type { FileTools } from './read-sales-file.ts';
export { type Encoding, encodings, type FileRefusal, readSalesFile, type SalesTable } from './read-sales-file.ts';
export {
  type FileExtension,
  fileExtensions,
  fileLimits,
  getFileExtension,
  type Separator,
  separators,
} from './split-records.ts';
