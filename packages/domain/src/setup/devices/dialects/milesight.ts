import type { Instant } from '../../../core/index.ts';
import type { PacketNumber } from '../packet.ts';

/** Reads little-endian numbers from a payload, as LoRaWAN devices write them. */
const readU16 = (bytes: Uint8Array, at: number): number => readByte(bytes, at) + readByte(bytes, at + 1) * 256;
const readI16 = (bytes: Uint8Array, at: number): number => (readU16(bytes, at) << 16) >> 16;
const readU32 = (bytes: Uint8Array, at: number): number => readU16(bytes, at) + readU16(bytes, at + 2) * 65_536;
const readByte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

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

/** Content of a payload with Milesight channels. */
export interface Decoded {
  readonly told: readonly PacketNumber[];
  readonly battery: number | null;
  readonly firmware: string | null;
}

interface Decoding {
  readonly samples: Map<string, number>;
  readonly totals: Map<string, number>;
  readonly since: Map<string, number>;
  battery: number | null;
  firmware: string | null;
}

interface Channel {
  readonly length: number;
  readonly take: (bytes: Uint8Array, at: number, decoding: Decoding) => void;
}

const ignored = (length: number): Channel => ({ length, take: () => {} });
const sample = (metric: string, length: number, value: (bytes: Uint8Array, at: number) => number): Channel => ({
  length,
  take: (bytes, at, { samples }) => void samples.set(metric, value(bytes, at)),
});
const add = (to: Map<string, number>, metric: string, value: number) => to.set(metric, (to.get(metric) ?? 0) + value);
const total = (metric: string): Channel => ({
  length: 4,
  take: (bytes, at, { totals }) => void add(totals, metric, readU32(bytes, at)),
});
const passing: Channel = {
  length: 4,
  take(bytes, at, { since }) {
    add(since, 'affluenceIn', readU16(bytes, at));
    add(since, 'affluenceOut', readU16(bytes, at + 2));
  },
};

const takeBattery: Channel['take'] = (bytes, at, decoding) => {
  decoding.battery = readByte(bytes, at);
};
const firmware = (length: number): Channel => ({
  length,
  take(bytes, at, decoding) {
    decoding.firmware = [...bytes.subarray(at, at + length)].join('.');
  },
});

/**
 * Channels by id and type, as documented by Milesight for VS121, VS133 and AM300 (and its predecessor AM100). All lines
 * of a counter are at one door, so they are summed. tVOC as a level or in ppb, light as a level, regions and dwell have
 * no metric here and are ignored.
 */
const channels: ReadonlyMap<number, Channel> = new Map([
  [0x0175, { length: 1, take: takeBattery }],
  [0x0367, sample('temperature', 2, (bytes, at) => readI16(bytes, at) / 10)],
  [0x0468, sample('humidity', 1, (bytes, at) => readByte(bytes, at) / 2)],
  [0x077d, sample('co2', 2, readU16)],
  [0x0973, sample('pressure', 2, (bytes, at) => readU16(bytes, at) / 10)],
  [0x08e6, sample('tvoc', 2, readU16)],
  [0x0a7d, sample('hcho', 2, (bytes, at) => readU16(bytes, at) / 100)],
  [0x0b7d, sample('pm25', 2, readU16)],
  [0x0c7d, sample('pm10', 2, readU16)],
  [0x0665, sample('luminosity', 6, readU16)],
  ...[0x03d2, 0x06d2, 0x09d2, 0x0cd2].map((channel) => [channel, total('affluenceIn')] as const),
  ...[0x04d2, 0x07d2, 0x0ad2, 0x0dd2].map((channel) => [channel, total('affluenceOut')] as const),
  ...[0x05cc, 0x08cc, 0x0bcc, 0x0ecc].map((channel) => [channel, passing] as const),
  [0xff0a, firmware(2)],
  [0xff1f, firmware(4)],
  ...(
    [
      [0xff01, 1],
      [0xff08, 6],
      [0xff09, 2],
      [0xff0b, 1],
      [0xff0f, 1],
      [0xff16, 8],
      [0xff18, 2],
      [0xfffe, 1],
      [0xffff, 2],
      [0x0500, 1],
      [0x056a, 2],
      [0x06cb, 1],
      [0x087d, 2],
      [0x0d7d, 2],
      [0x0e01, 1],
      [0x0fe3, 4],
      [0x10e4, 5],
      [0x04c9, 4],
      [0x06cd, 1],
      [0x07d5, 8],
      [0x08d5, 8],
      [0x09da, 8],
      [0x0ada, 8],
      [0x0bda, 8],
      [0x0cda, 8],
    ] as const
  ).map(([channel, length]) => [channel, ignored(length)] as const),
] as const satisfies readonly (readonly [number, Channel])[]);

/** Decodes a payload. Null if it has an unknown channel: then none of it is trusted. */
export function decodeMilesight(bytes: Uint8Array, at: Instant): Decoded | null {
  const decoding: Decoding = { samples: new Map(), totals: new Map(), since: new Map(), battery: null, firmware: null };
  for (let place = 0; place < bytes.length; ) {
    const channel = channels.get(readByte(bytes, place) * 256 + readByte(bytes, place + 1));
    if (channel === undefined || place + 2 + channel.length > bytes.length) return null;
    channel.take(bytes, place + 2, decoding);
    place += 2 + channel.length;
  }
  const { samples, totals, since, battery, firmware } = decoding;
  const told: PacketNumber[] = [
    ...[...samples].map(([metric, value]) => ({ kind: 'sample', metric, at, value }) as const),
    ...[...totals].map(
      ([metric, sum]) => ({ kind: 'total', metric, at, total: sum, since: since.get(metric) ?? null }) as const,
    ),
    ...[...since].flatMap(([metric, value]) =>
      totals.has(metric) ? [] : [{ kind: 'since', metric, at, value } as const],
    ),
  ];
  return { told, battery, firmware };
}
