import type { FileLinks } from './file-links.ts';
import type { FileStore } from './file-store.ts';

/** What a module needs to keep files and to show them. */
export interface Files {
  readonly store: FileStore;
  readonly links: FileLinks;
}

export { type FileLinks, fileLinks } from './file-links.ts';
export { type FileDoor, registerFileRoutes } from './file-routes.ts';
export { type FileKind, type FileStore, folderFileStore, type StoredFile } from './file-store.ts';
export { type ImageBounds, shrinkImage } from './shrink-image.ts';
