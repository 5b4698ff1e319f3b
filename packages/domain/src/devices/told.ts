import type { Instant } from '../core/index.ts';

/** The makers' formats that are understood without a field map. */
export const dialectIds = [
  'thingsStack',
  'chirpStack',
  'xovis',
  'hikvision',
  'brickstream',
  'vivotek',
  'footfallCam',
  'shelly',
  'fieldMap',
] as const;
export type DialectId = (typeof dialectIds)[number];

/** What a device counts or measures as a whole: it becomes a pad, an air sensor or a meter. */
export const deviceUses = ['counter', 'air', 'meter'] as const;

export type DeviceUse = (typeof deviceUses)[number];

/** One number of a packet, in the unit of its metric. */
export type Told =
  /** So many between two times. */
  | {
      readonly kind: 'period';
      readonly metric: string;
      readonly from: Instant;
      readonly to: Instant;
      readonly value: number;
    }
  /** So many since the packet before. */
  | { readonly kind: 'since'; readonly metric: string; readonly at: Instant; readonly value: number }
  /** A count that only rises, until the device begins anew; `since` is what it adds by its own account, if it says so. */
  | {
      readonly kind: 'total';
      readonly metric: string;
      readonly at: Instant;
      readonly total: number;
      readonly since: number | null;
    }
  /** One person, at a moment. */
  | { readonly kind: 'crossing'; readonly metric: string; readonly at: Instant }
  /** A measured value, or the register of a meter. */
  | { readonly kind: 'sample'; readonly metric: string; readonly at: Instant; readonly value: number };

/** What one device said in a packet. */
export interface Packet {
  readonly dialect: DialectId;
  /** What the device is told by: 1 to 128 characters. */
  readonly device: string;
  /** What it calls itself or its place. */
  readonly name: string | null;
  readonly model: string | null;
  readonly told: readonly Told[];
  /** % */
  readonly battery: number | null;
  /** dBm */
  readonly signal: number | null;
  readonly firmware: string | null;
  /** Rises by one from packet to packet of the device. */
  readonly sequence: number | null;
  /** Minutes from UTC that its times say, of formats known to say a wrong one; null where they are believed. */
  readonly doubtfulOffset: number | null;
}

/** A packet before what it leaves out is filled in. */
export type PacketParts = Pick<Packet, 'dialect' | 'device' | 'told'> & Partial<Packet>;

export const packetOf = (parts: PacketParts): Packet => ({
  name: null,
  model: null,
  battery: null,
  signal: null,
  firmware: null,
  sequence: null,
  doubtfulOffset: null,
  ...parts,
});
