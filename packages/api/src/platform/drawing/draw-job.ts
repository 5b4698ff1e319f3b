/** Bitmap of an SVG text: `width` in its own units, each `scale` pixels wide. */
export interface PictureJob {
  readonly kind: 'picture';
  readonly svg: string;
  readonly width: number;
  readonly scale: number;
}

/** Document typeset by one of our templates from data, with pictures by file name. */
export interface PdfJob {
  readonly kind: 'pdf';
  readonly template: string;
  /** JSON. */
  readonly data: string;
  readonly pictures: Readonly<Record<string, string | Uint8Array>>;
}

/** Returns the paths of the fonts and creates them when missing. */
export interface FontsJob {
  readonly kind: 'fonts';
}

export type DrawJob = PictureJob | PdfJob | FontsJob;

/** Request to the drawing process. The answer is bytes, a text, or the reason for a failure. */
export interface DrawRequest {
  readonly job: DrawJob;
  /** Folder of the fonts. */
  readonly fonts: string;
}

export type DrawAnswer = { readonly drawn: Uint8Array | string } | { readonly failed: string };
