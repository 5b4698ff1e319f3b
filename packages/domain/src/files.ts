/** Maximum bytes of an uploaded picture. */
export const maxImageBytes = 1024 * 1024;
/** A small file can hold an enormous picture. This many pixels exceed any camera's and still fit into memory. */
export const maxImagePixels = 50_000_000;

export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** First bytes of each kind of file; null matches any byte. */
const beginnings: Readonly<Record<ImageKind, readonly (readonly (number | null)[])[]>> = {
  png: [[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]],
  jpeg: [[0xff, 0xd8, 0xff]],
  gif: [ascii('GIF87a'), ascii('GIF89a')],
  webp: [[...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')]],
};

/** Number of bytes that determine the kind. */
export const imageHeadBytes = 12;

/** Detects the kind of an image from its first bytes, whatever its name. Null if it is not a raster image. */
export function detectImageKind(head: Uint8Array): ImageKind | null {
  const kinds = Object.keys(beginnings) as ImageKind[];
  return kinds.find((kind) => beginnings[kind].some((begin) => startsWith(head, begin))) ?? null;
}

function startsWith(head: Uint8Array, begin: readonly (number | null)[]): boolean {
  return head.length >= begin.length && begin.every((byte, index) => byte === null || head[index] === byte);
}

/** Formats a file size in the language's units, `74 kB` or `1.1 MB`, with Latin digits. */
export function formatSize(bytes: number, locale: string): string {
  const [unit, value] = unitOf(Math.max(0, bytes));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    numberingSystem: 'latn',
    maximumFractionDigits: value < 10 && unit !== 'byte' ? 1 : 0,
  }).format(value);
}

function unitOf(bytes: number): readonly ['byte' | 'kilobyte' | 'megabyte' | 'gigabyte', number] {
  if (bytes < 1000) return ['byte', bytes];
  // Sizes that would round to 1000 of a unit use the next one.
  if (bytes < 999_500) return ['kilobyte', bytes / 1000];
  return bytes < 999_500_000 ? ['megabyte', bytes / 1e6] : ['gigabyte', bytes / 1e9];
}
