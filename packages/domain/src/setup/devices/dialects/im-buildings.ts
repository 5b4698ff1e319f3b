import type { Instant } from '../../../core/index.ts';
import { getValue, isFields, parseText, parseTime, toList } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

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

/** Bytes of a counter's NB-IoT payload, and its first two. */
const [cellularLength, cellularVersion] = [24, 0x04];

/**
 * IMBuildings' counters over NB-IoT, as the network's broker reports them: the counts of A (in) and B (out) since the
 * last report, under the serial number. Reports of other devices and resources have no numbers.
 */
export const imBuildings: Dialect = {
  id: 'imBuildings',
  recognizes: ({ root }) =>
    isFields(root) &&
    toList(root.reports).some((one) => isFields(one) && Object.hasOwn(one, 'resourcePath') && isCellular(one.value)),
  read({ root }, received) {
    const packets: Packet[] = [];
    for (const report of toList(getValue(root, 'reports'))) {
      const device = parseText(getValue(report, 'serialNumber'));
      if (device === null) return 'A report names no serialNumber.';
      const value = getValue(report, 'value');
      if (!isCellular(value)) continue;
      const at = parseTime(getValue(report, 'timestamp')) ?? received;
      const read = (place: number) => Number.parseInt(value.slice(2 * place, 2 * place + 4), 16);
      packets.push(
        buildPacket({
          dialect: 'imBuildings',
          device,
          model: 'People Counter NB-IoT',
          told: [
            { kind: 'since', metric: 'affluenceIn', at, value: read(19) },
            { kind: 'since', metric: 'affluenceOut', at, value: read(21) },
          ],
          signal: (Number.parseInt(value.slice(22, 24), 16) << 24) >> 24,
        }),
      );
    }
    return packets;
  },
};

function isCellular(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length === 2 * cellularLength &&
    /^[0-9a-f]+$/i.test(value) &&
    Number.parseInt(value.slice(0, 4), 16) === type * 256 + cellularVersion
  );
}
