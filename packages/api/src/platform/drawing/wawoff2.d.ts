declare module 'wawoff2' {
  /** A TrueType font of a WOFF2. The answer is memory that the next call uses again. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}
