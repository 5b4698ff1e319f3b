import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { detectImageKind, maxImageBytes } from '@atrium/domain/files';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { shareCapacity } from '../concurrency/share-capacity.ts';

export interface ImageBounds {
  readonly width: number;
  readonly height: number;
  /** `cover` crops what exceeds the bounds, `inside` keeps the whole picture. */
  readonly fit: 'cover' | 'inside';
  /** Default: webp; png keeps lines sharp. */
  readonly format?: 'webp' | 'png';
}

/** A small file can hold an enormous picture. This many pixels exceed any camera's and still fit into memory. */
const maxDots = 50_000_000;
/** Timeout of one conversion, in seconds. */
const maxSeconds = 20;
/** One at a time, because the largest picture takes 200 MB while it is open. */
const turns = shareCapacity({ atOnce: 1, ofOne: 1, waiting: [60, 6, 3], waitMs: 60_000 });

/**
 * Re-encodes a picture from its pixels, so that no other content of the file (locations, scripts, embedded formats) is
 * passed on. Fails with BAD_INPUT on the field when the file is too large or no picture.
 */
export async function shrinkImage(
  bytes: Uint8Array,
  bounds: ImageBounds,
  field: string,
  asker: QueryOwner,
): Promise<Result<Uint8Array, Failure>> {
  if (bytes.byteLength > maxImageBytes) return err(failure('BAD_INPUT', 'An image has at most 1 MB', field));
  const notAnImage = err(failure('BAD_INPUT', 'This is not an image', field));
  if (detectImageKind(bytes) === null) return notAnImage;
  const shrunk = await turns.run(() => shrink(bytes, bounds), asker);
  return shrunk === null ? notAnImage : ok(shrunk);
}

/** Returns null when the picture is broken, too large or takes too long. */
async function shrink(
  bytes: Uint8Array,
  { fit, width, height, format = 'webp' }: ImageBounds,
): Promise<Uint8Array | null> {
  // Loaded on demand: only uploads need the library.
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
