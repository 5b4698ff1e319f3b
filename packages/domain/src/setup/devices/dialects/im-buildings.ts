import type { Instant } from '../../../core/index.ts';
import type { PacketNumber } from '../packet.ts';

/** Bytes of a people counter's payload, and its first two: the sensor's type and the payload's version. */
const [length, type, version] = [23, 0x02, 0x06];

/**
 * Decodes the payload of an IMBuildings people counter: counters A and B since the last packet and in all, with its own
 * address. Counter A is read as in, B as out. Null for any other payload.
 */
export function decodeImBuildings(
  bytes: Uint8Array,
  device: string,
  at: Instant,
): { readonly told: readonly PacketNumber[] } | null {
  if (bytes.length !== length || bytes[0] !== type || bytes[1] !== version) return null;
  if (toHex(bytes.subarray(2, 10)) !== device.toLowerCase()) return null;
  const read = (place: number) => (bytes[place] ?? 0) * 256 + (bytes[place + 1] ?? 0);
  return {
    told: [
      { kind: 'total', metric: 'affluenceIn', at, total: read(18), since: read(13) },
      { kind: 'total', metric: 'affluenceOut', at, total: read(20), since: read(15) },
    ],
  };
}

/** Writes bytes as hex digits, as device addresses are written. */
export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
