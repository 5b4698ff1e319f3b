import type { Asker } from '../concurrency/asker.ts';
import { DrawTurns, type TurnLimits } from './draw-turns.ts';
import type { PaperFont } from './fonts/paper-fonts.ts';
import type { WidthOf } from './measure-text.ts';

/** What a PDF is made of. */
export interface PdfSource {
  /**
   * Typst of our own, which reads `json("/data.json")` and shows `image("/pictures/<name>")`. What comes from outside
   * stands in `data` and is text there, whatever it looks like; put into the template it would be read as markup.
   * Fonts: `font: ("Geist", "Atrium Paper")`.
   */
  readonly template: string;
  /** What JSON can hold. */
  readonly data: unknown;
}

/** SVG texts, or the bytes of PNG, JPEG and WebP, by names such as `entries.svg` and `logo.png`. */
export type PdfPictures = Readonly<Record<string, string | Uint8Array>>;

export interface PictureSize {
  /** In CSS pixels, as the picture will be shown. The height follows from the SVG. */
  readonly width: number;
  /** Dots for each of them: 2 for mails, so that letters are sharp on every screen. */
  readonly scale: number;
}

/**
 * Makes files of drawings, off the event loop. Its promises reject with `Overloaded` where too much waits, `Cancelled`
 * when the signal is aborted, and an Error for what cannot be drawn or takes too long.
 */
export interface Drawing {
  /** A PNG of an SVG text, which names "Atrium Paper" as its font. Nothing is drawn behind it. */
  picture(svg: string, size: PictureSize, asker?: Asker): Promise<Uint8Array>;
  /** A tagged PDF; SVGs in it stay vectors, and their words text. */
  pdf(source: PdfSource, pictures: PdfPictures, asker?: Asker): Promise<Uint8Array>;
  /** What measures texts as `picture` and `pdf` draw them. The measuring itself is quick, and done at once. */
  measure(): Promise<WidthOf>;
  close(): void;
}

const usualLimits: TurnLimits = { waiting: [48, 12, 12], waitMs: 60_000, jobMs: 30_000, idleMs: 60_000 };
/** More than any mail or page has, and less than fills the memory. */
const mostDotsAcross = 6000;
const pictureName = /^[a-z0-9-]+\.(svg|png|jpg|webp)$/;

/** `folder` is where fonts are kept. Nothing runs before the first use. */
export function createDrawing(folder: string, limits: Partial<TurnLimits> = {}): Drawing {
  const turns = new DrawTurns(folder, { ...usualLimits, ...limits });
  let widthOf: Promise<WidthOf> | null = null;
  const openMeasure = async (): Promise<WidthOf> => {
    const fonts: readonly PaperFont[] = JSON.parse(textOf(await turns.take({ kind: 'fonts' })));
    // Only who measures pays for the library.
    const { measureText } = await import('./measure-text.ts');
    return measureText(fonts);
  };
  return {
    async picture(svg, { width, scale }, asker) {
      const dots = width * scale;
      if (!(dots >= 1 && dots <= mostDotsAcross)) throw new Error(`a picture ${dots} dots wide is not drawn`);
      return bytesOf(await turns.take({ kind: 'picture', svg, width, scale }, asker));
    },
    async pdf({ template, data }, pictures, asker) {
      for (const name of Object.keys(pictures))
        if (!pictureName.test(name)) throw new Error(`not a name of a picture: ${name}`);
      return bytesOf(await turns.take({ kind: 'pdf', template, data: JSON.stringify(data), pictures }, asker));
    },
    measure() {
      widthOf ??= openMeasure().catch((error: unknown) => {
        widthOf = null;
        throw error;
      });
      return widthOf;
    },
    close: () => turns.close(),
  };
}

function textOf(drawn: Uint8Array | string): string {
  if (typeof drawn !== 'string') throw new Error('bytes where a text was asked for');
  return drawn;
}

function bytesOf(drawn: Uint8Array | string): Uint8Array {
  if (typeof drawn === 'string') throw new Error('a text where bytes were asked for');
  return drawn;
}
