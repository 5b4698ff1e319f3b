import type { QueryOwner } from '../concurrency/query-owner.ts';
import { type DrawLimits, DrawQueue } from './draw-queue.ts';
import type { PaperFont } from './fonts/paper-fonts.ts';
import type { MeasureWidth } from './measure-text.ts';

/** Source of a PDF. */
export interface PdfSource {
  /**
   * Typst template of ours, which reads `json("/data.json")` and shows `image("/pictures/<name>")`. External content
   * goes into `data`, where it is always text; inside the template it would be parsed as markup. Fonts: `font:
   * ("Geist", "Atrium Paper")`.
   */
  readonly template: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/** SVG texts, or bytes of PNG, JPEG and WebP, by names such as `entries.svg` and `logo.png`. */
export type PdfPictures = Readonly<Record<string, string | Uint8Array>>;

export interface PictureSize {
  /** Displayed width in CSS pixels. The height follows from the SVG. */
  readonly width: number;
  /** Pixels per CSS pixel: 2 for mails, so that text is sharp on every screen. */
  readonly scale: number;
}

/**
 * Draws files outside the event loop. Promises reject with `Overloaded` when the queue is full, and with `Cancelled`
 * when the signal aborts. They reject with an Error when drawing fails or takes too long.
 */
export interface Drawing {
  /** Returns the PNG of an SVG text, which must use the font "Atrium Paper". The background is transparent. */
  picture(svg: string, size: PictureSize, asker?: QueryOwner): Promise<Uint8Array>;
  /** Returns a tagged PDF; SVGs in it stay vectors, and their text stays text. */
  pdf(source: PdfSource, pictures: PdfPictures, asker?: QueryOwner): Promise<Uint8Array>;
  /** Returns a function that measures text as `picture` and `pdf` draw it. Measuring is fast and synchronous. */
  measure(): Promise<MeasureWidth>;
  close(): void;
}

const defaultLimits: DrawLimits = { waiting: [48, 12, 12], waitMs: 60_000, jobMs: 30_000, idleMs: 60_000 };
/** More than any mail or page needs, and small enough for memory. */
const maxWidthPixels = 6000;
const pictureName = /^[a-z0-9-]+\.(svg|png|jpg|webp)$/;

/** Creates the drawing service with its font folder. Starts no process before the first use. */
export function createDrawing(folder: string, limits: Partial<DrawLimits> = {}): Drawing {
  const turns = new DrawQueue(folder, { ...defaultLimits, ...limits });
  let widthOf: Promise<MeasureWidth> | null = null;
  const openMeasure = async (): Promise<MeasureWidth> => {
    const fonts: readonly PaperFont[] = JSON.parse(textOf(await turns.take({ kind: 'fonts' })));
    // Loaded on demand, so that only measuring pays for the library.
    const { createMeasureWidth: measureText } = await import('./measure-text.ts');
    return measureText(fonts);
  };
  return {
    async picture(svg, { width, scale }, asker) {
      const dots = width * scale;
      if (!(dots >= 1 && dots <= maxWidthPixels)) throw new Error(`a picture ${dots} dots wide is not drawn`);
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
