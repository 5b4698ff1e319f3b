export { ensureFilesEnough } from './ensure-files-enough.ts';
