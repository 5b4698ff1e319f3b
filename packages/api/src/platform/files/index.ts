import type { FileStore } from './file-store.ts';
import type { FileUrls } from './file-urls.ts';

/** File storage and URLs for modules. */
export interface Files {
  readonly store: FileStore;
  readonly addresses: FileUrls;
}

export { createFileStore, type FileStore, type StoredFile } from './file-store.ts';
export { createFileUrls, type Download, type FileUrls, toDisplayName } from './file-urls.ts';
export { type DownloadGuard, type FileProducer, registerFileRoutes } from './files.routes.ts';
export { encodePng, type ImageBounds, shrinkImage } from './shrink-image.ts';
export { writeAtomically } from './write-atomically.ts';
