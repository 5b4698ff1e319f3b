import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 4;

/**
 * Encodes RGBA pixels (row by row, 8 bits each) as PNG. Rows store the difference to the row above, which makes soft
 * gradients small. Compresses off the main thread.
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const row = width * bytesPerPixel;
  if (pixels.length !== row * height) throw new Error(`${pixels.length} bytes are no ${width} × ${height} pixels`);
  const filtered = Buffer.alloc((row + 1) * height);
  for (let line = 0; line < height; line += 1) {
    const target = line * (row + 1);
    filtered[target] = 2;
    for (let at = 0; at < row; at += 1) {
      const above = line === 0 ? 0 : (pixels[(line - 1) * row + at] ?? 0);
      filtered[target + 1 + at] = ((pixels[line * row + at] ?? 0) - above) & 0xff;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel: red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', await compress(filtered)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
