import { type Clock, type Failure, ok, type Result } from '@atrium/domain/core';
import {
  type FieldMap,
  getPacketTime,
  type InterpretedPacket,
  interpretPackets,
  isPacketOf,
  type ParsedPacket,
} from '@atrium/domain/setup/devices';
import type { Ingestion } from '../../../numbers/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { PacketContents } from '../devices.schema.ts';
import { readBody } from '../reading/body-reader.ts';
import { packetsStore, type StoredPacket } from './packets.store.ts';
import { type Sender, sendersStore } from './senders.store.ts';

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
  const packet = packets.find((one) => isPacketOf(one, serial)) ?? null;
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

export interface ReplayDependencies {
  readonly db: Database;
  readonly ingestion: Pick<Ingestion, 'ingestReadings'>;
  readonly clock: Clock;
}

const readingsAtOnce = 5_000;

/**
 * Ingests all stored packets of a device as readings, as they are understood now. Unchanged readings have no effect;
 * different values are corrections. Resolves once they are on disk. After OVERLOADED, the replay is still due.
 */
export async function replay(
  { db, ingestion, clock }: ReplayDependencies,
  scope: Scope,
  sender: Sender,
  maps: readonly FieldMap[],
): Promise<Result<number, Failure>> {
  const stored = await packetsStore(db).newest(sender, Number.MAX_SAFE_INTEGER);
  const readings = toReadings(sender.serial, await interpretStored(db, sender, stored, maps));
  let told = 0;
  for (let start = 0; start < readings.length; start += readingsAtOnce) {
    const part = readings.slice(start, start + readingsAtOnce);
    const ingested = await ingestion.ingestReadings(scope, null, part, clock.now());
    if (!ingested.ok) return ingested;
    told += part.length - ingested.value.rejected.length;
  }
  await sendersStore(db).change(scope, sender.id, { toReplay: false });
  return ok(told);
}
