import type { FileTools } from './file-tools.ts';

export const encodings = ['utf-8', 'utf-16', 'windows-1252'] as const;

export type Encoding = (typeof encodings)[number];

/** Decodes bytes and detects their encoding. Null: no text. */
export function decodeText(
  bytes: Uint8Array,
  { decode }: Pick<FileTools, 'decode'>,
): { readonly text: string; readonly encoding: Encoding } | null {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || zerosAt(bytes, 1);
  const isBig = (first === 0xfe && second === 0xff) || zerosAt(bytes, 0);
  if (isLittle || isBig) return told(decode(bytes, isLittle ? 'utf-16le' : 'utf-16be'), 'utf-16');
  if (bytes.includes(0)) return null;
  return told(decode(bytes, 'utf-8'), 'utf-8') ?? told(decode(bytes, 'windows-1252'), 'windows-1252');
}

const told = (text: string | null, encoding: Encoding) =>
  text === null || text.includes('\0') ? null : { text, encoding };

/** Detects UTF-16 without a byte order mark: letters and digits have a zero in every other byte. */
function zerosAt(bytes: Uint8Array, begin: 0 | 1): boolean {
  const head = bytes.subarray(0, 64);
  const [zeros, others] = [head.filter((_, at) => at % 2 === begin), head.filter((_, at) => at % 2 !== begin)];
  return head.length >= 8 && zeros.every((byte) => byte === 0) && others.every((byte) => byte !== 0);
}
