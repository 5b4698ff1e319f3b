import type { Instant } from '../../../core/index.ts';
import type { PacketNumber } from '../packet.ts';

/** Reads little-endian numbers from a payload, as LoRaWAN devices write them. */
const readU16 = (bytes: Uint8Array, at: number): number => readByte(bytes, at) + readByte(bytes, at + 1) * 256;
const readI16 = (bytes: Uint8Array, at: number): number => (readU16(bytes, at) << 16) >> 16;
const readU32 = (bytes: Uint8Array, at: number): number => readU16(bytes, at) + readU16(bytes, at + 2) * 65_536;
const readByte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

/** Content of a payload with Milesight channels. */
export interface Decoded {
  readonly told: readonly PacketNumber[];
  readonly battery: number | null;
  readonly firmware: string | null;
}

interface Decoding {
  /** Null: the time of the uplink. */
  at: Instant | null;
  readonly told: PacketNumber[];
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

/** Totals of a thermopile counter, which has 16 bits for each direction. */
const totalPassing: Channel = {
  length: 4,
  take(bytes, at, { totals }) {
    add(totals, 'affluenceIn', readU16(bytes, at));
    add(totals, 'affluenceOut', readU16(bytes, at + 2));
  },
};
/** A value with the state of its alarm after it. */
const withAlarm = ({ length, take }: Channel): Channel => ({ length: length + 1, take });
const temperature = sample('temperature', 2, (bytes, at) => readI16(bytes, at) / 10);

/**
 * Values that an air sensor kept while it had no connection, with their time: of an AM307 16 bytes, an AM308 20 and an
 * AM319 22. Only one of its types has tVOC in µg/m³.
 */
const keptClimate = (length: 16 | 20 | 22, hasTvoc: boolean): Channel => ({
  length,
  take(bytes, place, { told }) {
    const at = readU32(bytes, place) * 1000;
    const add = (metric: string, value: number) => told.push({ kind: 'sample', metric, at, value });
    add('temperature', readI16(bytes, place + 4) / 10);
    add('humidity', readU16(bytes, place + 6) / 2);
    add('co2', readU16(bytes, place + 10));
    if (hasTvoc) add('tvoc', readU16(bytes, place + 12));
    add('pressure', readU16(bytes, place + 14) / 10);
    if (length === 22) add('hcho', readU16(bytes, place + 16) / 100);
    if (length === 16) return;
    const particles = place + length - 4;
    add('pm25', readU16(bytes, particles));
    add('pm10', readU16(bytes, particles + 2));
  },
});
/** Counts of a period that ended while there was no connection; type 1 has totals as well. */
const keptCounts = (type: number): Channel => ({
  length: type === 0 ? 9 : 13,
  take(bytes, place, { told }) {
    const at = readU32(bytes, place) * 1000;
    for (const [index, metric] of ['affluenceIn', 'affluenceOut'].entries()) {
      const since = readU16(bytes, place + 5 + 2 * index);
      if (type === 0) told.push({ kind: 'since', metric, at, value: since });
      else told.push({ kind: 'total', metric, at, total: readU16(bytes, place + 9 + 2 * index), since });
    }
  },
});

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
 * Channels by id and type, as documented by Milesight for VS121, VS133, VS135, VS350, VS351, AM300 (and its predecessor
 * AM100), EM500-CO2 and WS52x, whose register is in Wh. All lines of a counter are at one door, so they are summed. tVOC
 * as a level or in ppb, light as a level, regions and dwell have no metric here and are ignored.
 */
const channels: ReadonlyMap<number, Channel> = new Map([
  [0x0175, { length: 1, take: takeBattery }],
  [0x0367, temperature],
  [0x8367, withAlarm(temperature)],
  [0x0468, sample('humidity', 1, (bytes, at) => readByte(bytes, at) / 2)],
  [0x077d, sample('co2', 2, readU16)],
  [0x057d, sample('co2', 2, readU16)],
  [0x0673, sample('pressure', 2, (bytes, at) => readU16(bytes, at) / 10)],
  [0x0683, sample('electricityConsumption', 4, (bytes, at) => readU32(bytes, at) / 1000)],
  [0x0973, sample('pressure', 2, (bytes, at) => readU16(bytes, at) / 10)],
  [0x08e6, sample('tvoc', 2, readU16)],
  [0x0a7d, sample('hcho', 2, (bytes, at) => readU16(bytes, at) / 100)],
  [0x0b7d, sample('pm25', 2, readU16)],
  [0x0c7d, sample('pm10', 2, readU16)],
  [0x0665, sample('luminosity', 6, readU16)],
  ...[0x03d2, 0x06d2, 0x09d2, 0x0cd2].map((channel) => [channel, total('affluenceIn')] as const),
  ...[0x04d2, 0x07d2, 0x0ad2, 0x0dd2].map((channel) => [channel, total('affluenceOut')] as const),
  ...[0x05cc, 0x08cc, 0x0bcc, 0x0ecc].map((channel) => [channel, passing] as const),
  [0x04cc, totalPassing],
  [0x84cc, withAlarm(totalPassing)],
  [0x85cc, withAlarm(passing)],
  [
    0x0aef,
    {
      length: 4,
      take(bytes, at, decoding) {
        decoding.at = readU32(bytes, at) * 1000;
      },
    },
  ],
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
      [0x0374, 2],
      [0x0480, 4],
      [0x0581, 1],
      [0x07c9, 2],
      [0x0870, 1],
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

/** Both counters and air sensors use these channels for the values they kept, in different forms. */
const keptWithTvoc = 0x21ce;
const kept = new Set([0x20ce, keptWithTvoc]);

/** Decodes a payload. Null if it has an unknown channel: then none of it is trusted. */
export function decodeMilesight(bytes: Uint8Array, received: Instant): Decoded | null {
  const countsAt = (place: number) => {
    const type = readByte(bytes, place + 4);
    return type <= 1 ? keptCounts(type) : undefined;
  };
  const forms = [20, 16, 22] as const;
  const climate = forms.map((length) => (_: number, id: number) => keptClimate(length, id === keptWithTvoc));
  for (const keptAt of [countsAt, ...climate]) {
    const decoded = decodeWith(bytes, received, keptAt);
    if (decoded !== null) return decoded;
  }
  return null;
}

function decodeWith(
  bytes: Uint8Array,
  received: Instant,
  /** The form of kept values at a place. */
  keptAt: (place: number, id: number) => Channel | undefined,
): Decoded | null {
  const decoding: Decoding = {
    ...{ at: null, told: [], samples: new Map(), totals: new Map(), since: new Map() },
    ...{ battery: null, firmware: null },
  };
  for (let place = 0; place < bytes.length; ) {
    const id = readByte(bytes, place) * 256 + readByte(bytes, place + 1);
    const channel = kept.has(id) ? keptAt(place + 2, id) : channels.get(id);
    if (channel === undefined || place + 2 + channel.length > bytes.length) return null;
    channel.take(bytes, place + 2, decoding);
    place += 2 + channel.length;
  }
  const { samples, totals, since, battery, firmware } = decoding;
  const at = decoding.at ?? received;
  const told: PacketNumber[] = [
    ...decoding.told,
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
