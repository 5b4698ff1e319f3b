import type { FileAddresses } from './file-addresses.ts';
import type { FileStore } from './file-store.ts';

/** File storage and URLs for modules. */
export interface Files {
  readonly store: FileStore;
  readonly addresses: FileAddresses;
}

export { encodePng } from './encode-png.ts';
export { createFileAddresses, type Download, type FileAddresses } from './file-addresses.ts';
export { createFileStore, type FileStore, type KeptFile } from './file-store.ts';
export { type DownloadGuard, type FileProducer, registerFileRoutes } from './files.routes.ts';
export { shownNameOf } from './shown-name.ts';
export { type ImageBounds, shrinkImage } from './shrink-image.ts';
export { writeWhole } from './write-whole.ts';
