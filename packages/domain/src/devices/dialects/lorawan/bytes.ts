/** Reads little-endian numbers from a payload, as LoRaWAN devices write them. */
export const readU16 = (bytes: Uint8Array, at: number): number => readByte(bytes, at) + readByte(bytes, at + 1) * 256;
export const readI16 = (bytes: Uint8Array, at: number): number => (readU16(bytes, at) << 16) >> 16;
export const readU32 = (bytes: Uint8Array, at: number): number => readU16(bytes, at) + readU16(bytes, at + 2) * 65_536;
export const readByte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

/** More bytes than a LoRaWAN packet can have. */
const longest = 256;

/** Decodes base64. Null if it is invalid or too long for a radio packet. */
export function decodeBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length > (longest * 4) / 3 + 4) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
