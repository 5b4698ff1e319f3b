/** Returns a PNG of RGBA pixels (row by row, 8 bits per channel). Encoding runs off the main thread. */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  // Loaded on demand: only processes that encode a picture pay for the library.
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
