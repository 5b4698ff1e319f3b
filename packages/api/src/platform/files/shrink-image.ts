import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { detectImageKind, maxImageBytes, maxImagePixels } from '@atrium/domain/files';
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

/** Timeout of one conversion, in seconds. */
const maxSeconds = 20;
/** One at a time, because the largest picture takes 200 MB while it is open. */
const turns = shareCapacity({ concurrency: 1, perOwner: 1, waiting: [60, 6, 3], waitMs: 60_000 });

/** Why a file cannot be used as a picture. */
type ImageFault = 'size' | 'kind' | 'pixels' | 'slow';

const messages: Readonly<Record<ImageFault, string>> = {
  size: 'An image has at most 1 MB',
  kind: 'This is not an image',
  pixels: `An image has at most ${maxImagePixels / 1_000_000} million pixels (width × height): make it smaller`,
  slow: 'The image takes too long to convert: make it smaller',
};

/**
 * Re-encodes a picture from its pixels, so that no other content of the file (locations, scripts, embedded formats) is
 * passed on. Fails with BAD_INPUT on the field, with the fault as its reason.
 */
export async function shrinkImage(
  bytes: Uint8Array,
  bounds: ImageBounds,
  field: string,
  owner: QueryOwner,
): Promise<Result<Uint8Array, Failure>> {
  const refuse = (id: ImageFault) =>
    err({ ...failure('BAD_INPUT', messages[id], field), reason: { id: `image.${id}`, values: {} } });
  if (bytes.byteLength > maxImageBytes) return refuse('size');
  if (detectImageKind(bytes) === null) return refuse('kind');
  const shrunk = await turns.run(() => shrink(bytes, bounds), owner);
  return typeof shrunk === 'string' ? refuse(shrunk) : ok(shrunk);
}

async function shrink(
  bytes: Uint8Array,
  { fit, width, height, format = 'webp' }: ImageBounds,
): Promise<Uint8Array | ImageFault> {
  // Loaded on demand: only uploads need the library.
  const { default: sharp } = await import('sharp');
  try {
    // Reads only the header. The library also refuses too many pixels, but without saying why.
    const size = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (size.width * size.height > maxImagePixels) return 'pixels';
    const picture = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: true });
    const drawn = format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 88 });
    return new Uint8Array(await drawn.toBuffer());
  } catch (error) {
    return (error as Error).message.startsWith('timeout') ? 'slow' : 'kind';
  }
}

/** Returns a PNG of RGBA pixels (row by row, 8 bits per channel). Encoding runs off the main thread. */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  // Loaded on demand: only processes that encode a picture pay for the library.
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
