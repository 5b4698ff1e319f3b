import type { Page } from '@playwright/test';

export interface PictureContent {
  readonly width: number;
  readonly height: number;
  /** Number of colours; a blank sheet has one. */
  readonly colors: number;
  /** Share of the pixels within its margins that are not the white of a card. */
  readonly painted: number;
}

/** Space around a card in its picture, including its border, px. */
const margin = 20;

/** Reads a PNG with the browser's decoder. */
export function readPicture(page: Page, png: Buffer): Promise<PictureContent> {
  return page.evaluate(
    async ({ data, margin }) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const colorAt = (from: Uint8ClampedArray, dot: number) =>
        ((from[dot] ?? 0) << 16) | ((from[dot + 1] ?? 0) << 8) | (from[dot + 2] ?? 0);
      const dots = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      const colors = new Set<number>();
      for (let dot = 0; dot < dots.length; dot += 4) colors.add(colorAt(dots, dot));
      const [width, height] = [image.width - 2 * margin, image.height - 2 * margin];
      const inner = pen?.getImageData(margin, margin, width, height).data ?? new Uint8ClampedArray();
      let painted = 0;
      for (let dot = 0; dot < inner.length; dot += 4) if (colorAt(inner, dot) !== 0xffffff) painted += 1;
      return { width: image.width, height: image.height, colors: colors.size, painted: painted / (width * height) };
    },
    { data: `data:image/png;base64,${png.toString('base64')}`, margin: 2 * margin },
  );
}
