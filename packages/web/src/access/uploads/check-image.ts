import { detectImageKind, imageHeadBytes, maxImageBytes } from '@atrium/domain/files';

/** Returns why a file cannot be used as a picture; null if the browser finds no reason. */
export async function findImageFault(file: Blob): Promise<'size' | 'kind' | null> {
  if (file.size > maxImageBytes) return 'size';
  const head = new Uint8Array(await file.slice(0, imageHeadBytes).arrayBuffer());
  return detectImageKind(head) === null ? 'kind' : null;
}
