/** A bitmap of an SVG text: `width` in its own units is drawn `scale` dots each. */
export interface PictureJob {
  readonly kind: 'picture';
  readonly svg: string;
  readonly width: number;
  readonly scale: number;
}

/** A document set by a template of ours from data, with pictures by the names of their files. */
export interface PdfJob {
  readonly kind: 'pdf';
  readonly template: string;
  /** JSON. */
  readonly data: string;
  readonly pictures: Readonly<Record<string, string | Uint8Array>>;
}

/** Where the fonts are, made if they were not. */
export interface FontsJob {
  readonly kind: 'fonts';
}

export type DrawJob = PictureJob | PdfJob | FontsJob;

/** What the process that draws is sent, and what it answers: bytes, the text of what it found, or why it failed. */
export interface DrawRequest {
  readonly job: DrawJob;
  /** Where fonts are kept. */
  readonly fonts: string;
}

export type DrawAnswer = { readonly drawn: Uint8Array | string } | { readonly failed: string };
