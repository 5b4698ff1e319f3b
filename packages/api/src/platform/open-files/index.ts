export { ensureFileLimit } from './ensure-file-limit.ts';
