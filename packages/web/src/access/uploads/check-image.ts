import { imageHeadBytes, imageKind, maxImageBytes } from '@atrium/domain/files';

/** What keeps a file from being a picture of ours; null: nothing that can be seen from here. */
export async function imageFault(file: Blob): Promise<'size' | 'kind' | null> {
  if (file.size > maxImageBytes) return 'size';
  const head = new Uint8Array(await file.slice(0, imageHeadBytes).arrayBuffer());
  return imageKind(head) === null ? 'kind' : null;
}
