import type { Instant } from '../../core/index.ts';
import { sendableMetrics } from '../../numbers/readings/index.ts';

/** Ids of the formats. All but `fieldMap` are understood without configuration. */
export const dialectIds = [
  'thingsStack',
  'chirpStack',
  'actility',
  'helium',
  'xovis',
  'axis',
  'hikvision',
  'brickstream',
  'vivotek',
  'footfallCam',
  'shelly',
  'airthings',
  'awair',
  'terabee',
  'density',
  'imBuildings',
  'fieldMap',
] as const;
export type DialectId = (typeof dialectIds)[number];

/** Use of a device as a whole: it becomes a pad, an air sensor or a meter. */
export const deviceUses = ['counter', 'air', 'meter'] as const;

export type DeviceUse = (typeof deviceUses)[number];

/** One number of a packet, in the unit of its metric. */
export type PacketNumber =
  /** A count between two times, or the amount that a meter measured between them. */
  | {
      readonly kind: 'period';
      readonly metric: string;
      readonly from: Instant;
      readonly to: Instant;
      readonly value: number;
    }
  /** A count since the previous packet. */
  | { readonly kind: 'since'; readonly metric: string; readonly at: Instant; readonly value: number }
  /** A count that only grows until the device restarts. `since` is the increase reported by the device, if any. */
  | {
      readonly kind: 'total';
      readonly metric: string;
      readonly at: Instant;
      readonly total: number;
      readonly since: number | null;
    }
  /** One person crossing at a moment. */
  | { readonly kind: 'crossing'; readonly metric: string; readonly at: Instant }
  /** A measured value, or the register of a meter. */
  | { readonly kind: 'sample'; readonly metric: string; readonly at: Instant; readonly value: number };

/** The content of one device's packet. */
export interface Packet {
  readonly dialect: DialectId;
  /** Identifier of the device, 1 to 128 characters. */
  readonly device: string;
  /** Its identifier in earlier versions of this software, which devices in place may still have. */
  readonly formerDevice: string | null;
  /** Serial number or MAC address by which to recognize it under its former identifier. */
  readonly hardware: string | null;
  /** Name of the device or its place, set on the device. */
  readonly name: string | null;
  readonly model: string | null;
  readonly told: readonly PacketNumber[];
  /** % */
  readonly battery: number | null;
  /** dBm */
  readonly signal: number | null;
  readonly firmware: string | null;
  /** Increments with each packet of the device. */
  readonly sequence: number | null;
  /** Whether packets with the same number are the same radio frame, received twice. */
  readonly isFrame: boolean;
  /** UTC offset in minutes of its times, for formats with known wrong offsets. Null: trusted. */
  readonly doubtfulOffset: number | null;
}

/** Packet fields without those that default to null. */
export type PacketParts = Pick<Packet, 'dialect' | 'device' | 'told'> & Partial<Packet>;

export const buildPacket = (parts: PacketParts): Packet => ({
  formerDevice: null,
  hardware: null,
  isFrame: false,
  name: null,
  model: null,
  battery: null,
  signal: null,
  firmware: null,
  sequence: null,
  doubtfulOffset: null,
  ...parts,
});

/** Whether a packet belongs to the device that is known under an identifier, present or former. */
export const isPacketOf = ({ device, formerDevice }: Packet, serial: string): boolean =>
  device === serial || formerDevice === serial;

/** Infers what a device is from its metrics. Null without any. */
export function inferUse(packets: readonly Pick<Packet, 'told'>[]): DeviceUse | null {
  const kinds = new Set(packets.flatMap(({ told }) => told.map(({ metric }) => sendableMetrics.get(metric)?.kind)));
  if (kinds.has('flow') || kinds.has('count')) return 'counter';
  if (kinds.has('counter')) return 'meter';
  return kinds.has('sample') ? 'air' : null;
}
