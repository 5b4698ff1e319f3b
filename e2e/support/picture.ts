import type { Page } from '@playwright/test';

export interface SeenPicture {
  readonly width: number;
  readonly height: number;
  /** How many colours there are in it: an empty sheet has one. */
  readonly colors: number;
}

/** What is in a PNG, by the browser's own decoder. */
export function seenIn(page: Page, png: Buffer): Promise<SeenPicture> {
  return page.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const dots = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      const colors = new Set<number>();
      for (let dot = 0; dot < dots.length; dot += 4)
        colors.add(((dots[dot] ?? 0) << 16) | ((dots[dot + 1] ?? 0) << 8) | (dots[dot + 2] ?? 0));
      return { width: image.width, height: image.height, colors: colors.size };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}
