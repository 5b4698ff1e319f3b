import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { imageKind, maxImageBytes } from '@atrium/domain/files';

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

/**
 * The picture as we store and show it: made anew from its dots, so that nothing else a file carried (places, scripts,
 * other formats inside) is passed on. BAD_INPUT with the field for what is too large or no picture.
 */
export async function shrinkImage(
  bytes: Uint8Array,
  bounds: ImageBounds,
  field: string,
): Promise<Result<Uint8Array, Failure>> {
  if (bytes.byteLength > maxImageBytes) return err(failure('BAD_INPUT', 'An image has at most 1 MB', field));
  const notAnImage = err(failure('BAD_INPUT', 'This is not an image', field));
  if (imageKind(bytes) === null) return notAnImage;
  // Only who uploads pays for the library.
  const { default: sharp } = await import('sharp');
  try {
    const { fit, width, height, format = 'webp' } = bounds;
    const picture = sharp(bytes, { limitInputPixels: maxDots, failOn: 'error' })
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: true });
    const drawn = format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 88 });
    return ok(new Uint8Array(await drawn.toBuffer()));
  } catch {
    return notAnImage;
  }
}
