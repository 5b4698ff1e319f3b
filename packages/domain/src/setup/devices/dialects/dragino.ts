import type { Instant } from '../../../core/index.ts';
import type { PacketNumber } from '../packet.ts';

/** Port and bytes of a payload, and the largest number of its external sensors. */
const [draginoPort, length, maxExternal] = [2, 11, 9];
/** Volts between which its battery is. */
const volts = { min: 2, max: 3.9 };

/**
 * Decodes the payload of Dragino's LHT52, LHT65 and LHT65N: temperature and humidity of the sensor itself. Null for any
 * other payload, also one with an implausible climate or battery. 0x7FFF is a value that was not measured.
 */
export function decodeDragino(
  bytes: Uint8Array,
  port: number | null,
  at: Instant,
): { readonly told: readonly PacketNumber[] } | null {
  if (port !== draginoPort || bytes.length !== length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const battery = (view.getUint16(0) & 0x3fff) / 1000;
  const [temperature, humidity] = [view.getInt16(2), view.getUint16(4)];
  if (battery < volts.min || battery > volts.max || (view.getUint8(6) & 0x0f) > maxExternal) return null;
  const isMissing = temperature === 0x7fff;
  if (!isMissing && (temperature < -4_000 || temperature > 8_500 || humidity > 1_000)) return null;
  if (isMissing) return { told: [] };
  return {
    told: [
      { kind: 'sample', metric: 'temperature', at, value: temperature / 100 },
      { kind: 'sample', metric: 'humidity', at, value: humidity / 10 },
    ],
  };
}
