import { detectImageKind, maxImageBytes } from '@atrium/domain/files';

/** A raster picture small enough to upload, and its size. */
export interface DrawnPicture {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

export type PictureFault = 'kind' | 'size';

/**
 * Lengths of the longer side to try, px: the largest stored one first, smaller ones if the file exceeds the upload
 * limit.
 */
const sides = [3000, 2200, 1600, 1200, 900];
/** Longer side, px, of vector drawings, which have no resolution of their own. */
const sideOfDrawing = 2200;

/**
 * Rasterizes a file: PNG, JPEG, GIF and WebP by their magic numbers, otherwise SVG. The browser draws it as an image:
 * no scripts, no external requests.
 */
export async function drawPicture(file: Blob): Promise<DrawnPicture | PictureFault> {
  const isDots = detectImageKind(new Uint8Array(await file.slice(0, 12).arrayBuffer())) !== null;
  const isDrawing = !isDots && /^\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(await file.slice(0, 300).text());
  if (!isDots && !isDrawing) return 'kind';
  const url = URL.createObjectURL(isDrawing ? new Blob([file], { type: 'image/svg+xml' }) : file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    return await reduceToLimit(image, size, isDrawing);
  } catch {
    return 'kind';
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Converts a canvas within the same limits. */
export const drawCanvas = (canvas: HTMLCanvasElement): Promise<DrawnPicture | PictureFault> =>
  reduceToLimit(canvas, { width: canvas.width, height: canvas.height }, false);

async function reduceToLimit(
  image: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  isDrawing: boolean,
): Promise<DrawnPicture | PictureFault> {
  if (width === 0 || height === 0) return 'kind';
  const longest = isDrawing ? sideOfDrawing : Math.max(width, height);
  for (const side of sides) {
    if (side > longest && side !== sides.at(-1)) continue;
    const share = Math.min(side, longest) / Math.max(width, height);
    const drawn = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
    for (const type of ['image/png', 'image/jpeg']) {
      const blob = await rasterize(image, drawn, type);
      if (blob.size <= maxImageBytes) return { blob, ...drawn };
    }
  }
  return 'size';
}

async function rasterize(
  image: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  type: string,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  // Transparent parts become white in every theme, because plans are drawn for white paper.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no dots')) : resolve(blob)), type, 0.86);
  });
}
