import type { Instant } from '../../../core/index.ts';
import type { PacketNumber } from '../packet.ts';

/** Port of Elsys' payloads. */
const elsysPort = 5;
/** Bytes of the value of each type, as documented by Elsys. */
const lengths = new Map([
  ...[0x02, 0x05, 0x0d, 0x0f, 0x11, 0x12, 0x1a].map((type) => [type, 1] as const),
  ...[0x01, 0x04, 0x06, 0x07, 0x08, 0x0a, 0x0c, 0x0e, 0x15, 0x16, 0x18, 0x19, 0x1c].map((type) => [type, 2] as const),
  [0x03, 3],
  ...[0x0b, 0x10, 0x14, 0x17, 0x1b, 0x3d, 0x3e].map((type) => [type, 4] as const),
  [0x09, 6],
  [0x13, 65],
]);

/**
 * Decodes a payload of Elsys' room sensors (ERS, EMS, ELT): temperature, humidity, light, CO2 and pressure. Null for any
 * other payload, also one with an implausible climate.
 */
export function decodeElsys(
  bytes: Uint8Array,
  port: number | null,
  at: Instant,
): { readonly told: readonly PacketNumber[] } | null {
  if (port !== elsysPort || bytes.length === 0) return null;
  const told: PacketNumber[] = [];
  const add = (metric: string, value: number) => told.push({ kind: 'sample', metric, at, value });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let place = 0; place < bytes.length; ) {
    const type = view.getUint8(place);
    const length = lengths.get(type);
    const start = place + 1;
    if (length === undefined || start + length > bytes.length) return null;
    if (type === 0x01) add('temperature', view.getInt16(start) / 10);
    if (type === 0x02) add('humidity', view.getUint8(start));
    if (type === 0x04) add('luminosity', view.getUint16(start));
    if (type === 0x06) add('co2', view.getUint16(start));
    if (type === 0x14) add('pressure', view.getInt32(start) / 1000);
    place = start + length;
  }
  const isPlausible = told.every(
    (one) =>
      one.kind !== 'sample' ||
      ((one.metric !== 'temperature' || (one.value > -40 && one.value < 85)) &&
        (one.metric !== 'humidity' || one.value <= 100)),
  );
  return isPlausible ? { told } : null;
}
