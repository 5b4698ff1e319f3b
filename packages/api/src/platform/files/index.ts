import type { FileStore } from './file-store.ts';
import type { FileUrls } from './file-urls.ts';

/** File storage and URLs for modules. */
export interface Files {
  readonly store: FileStore;
  readonly addresses: FileUrls;
}

export { encodePng } from './encode-png.ts';
export { createFileStore, type FileStore, type StoredFile } from './file-store.ts';
export { createFileUrls, type Download, type FileUrls } from './file-urls.ts';
export { type DownloadGuard, type FileProducer, registerFileRoutes } from './files.routes.ts';
export { type ImageBounds, shrinkImage } from './shrink-image.ts';
export { toDisplayName } from './to-display-name.ts';
export { writeAtomically } from './write-atomically.ts';
