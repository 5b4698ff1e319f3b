import { detectImageKind, imageHeadBytes, maxImageBytes } from '@atrium/domain/files';
import { Refusal } from '../session/index.ts';

const imageFaults = ['size', 'kind', 'pixels', 'slow'] as const;
export type ImageFault = (typeof imageFaults)[number];

/** Returns why a file cannot be used as a picture; null if the browser finds no reason. */
export async function findImageFault(file: Blob): Promise<ImageFault | null> {
  if (file.size > maxImageBytes) return 'size';
  const head = new Uint8Array(await file.slice(0, imageHeadBytes).arrayBuffer());
  return detectImageKind(head) === null ? 'kind' : null;
}

/** Returns why the server refused a picture; null if the upload failed for another reason. */
export function findRefusedFault(error: unknown): ImageFault | null {
  const reason = error instanceof Refusal ? error.reason : null;
  return imageFaults.find((fault) => reason === `image.${fault}`) ?? null;
}
