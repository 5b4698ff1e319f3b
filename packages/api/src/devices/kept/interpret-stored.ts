import {
  type FieldMap,
  getPacketTime,
  type InterpretedPacket,
  interpretPackets,
  type ParsedPacket,
} from '@atrium/domain/devices';
import type { Database } from '../../platform/relational/index.ts';
import type { PacketContents } from '../devices.schema.ts';
import { readBody } from '../reading/body-reader.ts';
import { packetsStore, type StoredPacket } from './packets.store.ts';
import type { Sender } from './senders.store.ts';

/**
 * Returns a sender's packets as parsed. Packets stored by an earlier version are parsed now, once. `maps` are the
 * organization's field maps.
 */
export async function parseStored(
  db: Database,
  sender: Pick<Sender, 'serial'>,
  stored: readonly StoredPacket[],
  maps: readonly FieldMap[],
): Promise<readonly ParsedPacket[]> {
  const kept: ParsedPacket[] = [];
  for (const one of stored) {
    const { packet } = one.contents ?? (await readStored(db, sender, one, maps));
    if (packet !== null) kept.push({ key: one.id, received: one.receivedAt, packet });
  }
  return kept;
}

async function readStored(
  db: Database,
  { serial }: Pick<Sender, 'serial'>,
  { id, receivedAt }: StoredPacket,
  maps: readonly FieldMap[],
): Promise<PacketContents> {
  const body = await packetsStore(db).bodyOf(id);
  const read = body === null ? null : await readBody({ body, receivedAt, maps });
  const packets = read?.ok && read.value.packets.ok ? read.value.packets.value : [];
  const packet = packets.find(({ device }) => device === serial) ?? null;
  await packetsStore(db).setContents(id, { packet }, packet === null ? receivedAt : getPacketTime(packet, receivedAt));
  return { packet };
}

export async function interpretStored(
  db: Database,
  sender: Pick<Sender, 'serial' | 'swapped'>,
  stored: readonly StoredPacket[],
  maps: readonly FieldMap[],
): Promise<readonly InterpretedPacket[]> {
  return interpretPackets(await parseStored(db, sender, stored, maps), sender.swapped);
}

/** Converts packets to readings as ingestion takes them. */
export const toReadings = (serial: string, packets: readonly InterpretedPacket[]): readonly object[] =>
  packets.flatMap(({ readings }) =>
    readings.map(({ at, ...reading }) => ({ device: serial, at: new Date(at).toISOString(), ...reading })),
  );
