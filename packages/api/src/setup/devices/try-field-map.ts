import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { checkFieldMap, type FieldMap, type PacketField, type PacketNumber } from '@atrium/domain/setup/devices';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { fieldMapsStore } from './field-maps.store.ts';
import { packetsStore } from './packets/packets.store.ts';
import { sendersStore } from './packets/senders.store.ts';
import { readBody } from './reading/body-reader.ts';

/** What a field map would read of one device. */
export interface TriedDevice {
  readonly device: string;
  readonly packets: number;
  /** The first numbers of its newest packet. */
  readonly numbers: readonly PacketNumber[];
}

export interface FieldMapTrial {
  /** Packets on which the map was tried, and those it reads. */
  readonly tried: number;
  readonly read: number;
  /** In order of their packets, most first. */
  readonly devices: readonly TriedDevice[];
}

/** Newest packets on which a map is tried, and devices that are listed. */
const maxTried = 500;
export const maxTriedDevices = 20;
/** Numbers kept of a packet. A packet has thousands, and there are thousands of packets. */
export const maxTriedNumbers = 30;
/** Name that no saved map has, by which its packets are recognized. */
const trialName = '';
/** Packets loaded with their bodies at once, to bound memory. */
const portion = 50;

/**
 * Tries a field map on the newest packets that are not understood or read by a map, without changing anything. Errors:
 * BAD_INPUT with the field that is wrong, NOT_FOUND for a map that is not saved.
 */
export async function tryFieldMap(
  db: Database,
  scope: Scope,
  fieldMapId: number | null,
  given: FieldMap,
): Promise<Result<FieldMapTrial, Failure>> {
  const checked = checkFieldMap(given);
  if (!checked.ok) return err(failure('BAD_INPUT', checked.error.message, checked.error.field));
  const tried: FieldMap = { ...checked.value, name: trialName };
  const saved = await fieldMapsStore(db).all(scope);
  const isSaved = saved.some(({ id }) => id === fieldMapId);
  if (fieldMapId !== null && !isSaved) return err(failure('NOT_FOUND', 'No such field map', 'fieldMapId'));
  // What an earlier map reads stays with that map.
  const maps = isSaved ? saved.map((one) => (one.id === fieldMapId ? tried : one)) : [...saved, tried];
  const ids = (await packetsStore(db).idsForMaps(scope)).slice(-maxTried);
  const devices = new Map<string, TriedDevice>();
  const counts = { tried: 0, read: 0 };
  for (let start = 0; start < ids.length; start += portion) {
    for (const { body, receivedAt } of await packetsStore(db).withBodies(ids.slice(start, start + portion))) {
      const found = await readBody({ body, receivedAt, maps });
      const packets = found.ok && found.value.packets.ok ? found.value.packets.value : [];
      const numbered = packets.filter(({ told }) => told.length > 0);
      if (numbered.some(({ name }) => name !== trialName)) continue;
      counts.tried += 1;
      if (numbered.length > 0) counts.read += 1;
      for (const { device, told } of numbered)
        devices.set(device, {
          ...{ device, packets: (devices.get(device)?.packets ?? 0) + 1 },
          numbers: told.slice(0, maxTriedNumbers),
        });
    }
  }
  const listed = [...devices.values()].sort((a, b) => b.packets - a.packets).slice(0, maxTriedDevices);
  return ok({ ...counts, devices: listed });
}

/** Lists the fields of a device's newest packet. Errors: NOT_FOUND. */
export async function readPacketFields(
  db: Database,
  scope: Scope,
  senderId: number,
): Promise<Result<readonly PacketField[], Failure>> {
  const sender = await sendersStore(db).find(scope, senderId);
  if (sender === null) return err(failure('NOT_FOUND', 'No such device', 'senderId'));
  const [newest] = await packetsStore(db).newestRaw(sender, 1);
  if (newest === undefined) return ok([]);
  const read = await readBody({ body: newest.body, receivedAt: newest.receivedAt, maps: [], listsFields: true });
  return ok(read.ok ? read.value.fields : []);
}
