import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { imageKind, maxImageBytes } from '@atrium/domain/files';
import type { Asker } from '../concurrency/asker.ts';
import { shareCapacity } from '../concurrency/share-capacity.ts';

export interface ImageBounds {
  readonly width: number;
  readonly height: number;
  /** `cover` cuts what stands out, `inside` keeps the whole picture. */
  readonly fit: 'cover' | 'inside';
  /** webp where it is left out; png keeps lines sharp. */
  readonly format?: 'webp' | 'png';
}

/** A small file can hold an enormous picture: this many dots are more than any camera's, and fit into memory. */
const maxDots = 50_000_000;
/** Seconds that making one anew may take. */
const maxSeconds = 20;
/** One after the other: the largest takes 200 MB while it is open. */
const turns = shareCapacity({ atOnce: 1, ofOne: 1, waiting: [60, 6, 3], waitMs: 60_000 });

/**
 * The picture as we store and show it: made anew from its dots, so that nothing else a file carried (places, scripts,
 * other formats inside) is passed on. BAD_INPUT with the field for what is too large or no picture.
 */
export async function shrinkImage(
  bytes: Uint8Array,
  bounds: ImageBounds,
  field: string,
  asker: Asker,
): Promise<Result<Uint8Array, Failure>> {
  if (bytes.byteLength > maxImageBytes) return err(failure('BAD_INPUT', 'An image has at most 1 MB', field));
  const notAnImage = err(failure('BAD_INPUT', 'This is not an image', field));
  if (imageKind(bytes) === null) return notAnImage;
  const shrunk = await turns.run(() => shrink(bytes, bounds), asker);
  return shrunk === null ? notAnImage : ok(shrunk);
}

/** null: it is broken, has too many dots, or takes too long. */
async function shrink(
  bytes: Uint8Array,
  { fit, width, height, format = 'webp' }: ImageBounds,
): Promise<Uint8Array | null> {
  // Only who uploads pays for the library.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: maxDots, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: true });
    const drawn = format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 88 });
    return new Uint8Array(await drawn.toBuffer());
  } catch {
    return null;
  }
}
