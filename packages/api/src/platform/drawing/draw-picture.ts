import { Resvg } from '@resvg/resvg-js';
import type { PictureJob } from './draw-job.ts';
import { findFallbackFolders, type PaperFont, paperFamily } from './paper-fonts.ts';

/** Returns the PNG of an SVG text, drawn only from that text and our fonts. */
export function drawPicture({ svg, width, scale }: PictureJob, fonts: readonly PaperFont[]): Uint8Array {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: Math.round(width * scale) },
    font: {
      loadSystemFonts: false,
      fontFiles: fonts.map(({ path }) => path),
      fontDirs: [...findFallbackFolders([svg])],
      defaultFontFamily: paperFamily,
      sansSerifFamily: paperFamily,
    },
    logLevel: 'off',
  });
  return drawn.render().asPng();
}
