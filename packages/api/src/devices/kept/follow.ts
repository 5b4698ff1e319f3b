import {
  type FieldMap,
  type FollowedPacket,
  followPackets,
  type KeptPacket,
  type Packet,
} from '@atrium/domain/devices';
import { understand } from '@atrium/domain/devices/dialects';
import type { RawPacket } from './packets.store.ts';
import type { Sender } from './senders.store.ts';

/** What one device says in a body that is kept; null where that is not understood (any more). */
function packetIn(
  raw: Pick<RawPacket, 'body' | 'receivedAt'>,
  serial: string,
  maps: readonly FieldMap[],
): Packet | null {
  const packets = understand(raw.body, raw.receivedAt, maps);
  return packets.ok ? (packets.value.find(({ device }) => device === serial) ?? null) : null;
}

/** Bodies that are read before others get their turn. */
const atOnce = 50;

/** Raw packets of a sender as they are understood now. Lets others have their turn: there may be thousands. */
export async function understandAll(
  sender: Pick<Sender, 'serial'>,
  raw: readonly RawPacket[],
  maps: readonly FieldMap[],
): Promise<readonly KeptPacket[]> {
  const kept: KeptPacket[] = [];
  for (const [index, one] of raw.entries()) {
    if (index % atOnce === atOnce - 1) await new Promise((resume) => setImmediate(resume));
    const packet = packetIn(one, sender.serial, maps);
    if (packet !== null) kept.push({ key: one.id, received: one.receivedAt, packet });
  }
  return kept;
}

export async function follow(
  sender: Pick<Sender, 'serial' | 'swapped'>,
  raw: readonly RawPacket[],
  maps: readonly FieldMap[],
): Promise<readonly FollowedPacket[]> {
  return followPackets(await understandAll(sender, raw, maps), sender.swapped);
}

/** Readings as ingestion takes them. */
export const sentReadings = (serial: string, packets: readonly FollowedPacket[]): readonly object[] =>
  packets.flatMap(({ readings }) =>
    readings.map(({ at, ...reading }) => ({ device: serial, at: new Date(at).toISOString(), ...reading })),
  );
