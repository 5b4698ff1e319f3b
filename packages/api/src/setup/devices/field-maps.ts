import { isDeepStrictEqual } from 'node:util';
import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { checkFieldMap, type FieldMap, getPacketTime, isPacketOf, type Packet } from '@atrium/domain/setup/devices';
import { recordAudit } from '../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { fieldMapsStore, maxFieldMaps, type StoredFieldMap } from './field-maps.store.ts';
import { packetsStore, type RawPacket } from './packets/packets.store.ts';
import { type Sender, type SenderUpdate, sendersStore } from './packets/senders.store.ts';
import { defaultInboxLimits, type InboxLimits, storePacket } from './packets/store-packet.ts';
import { readBody } from './reading/body-reader.ts';

interface FieldMapDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** Saves a field map and reads waiting packets again with it. A null `fieldMapId` creates a new map. */
export async function saveFieldMap(
  { db, clock }: FieldMapDependencies,
  scope: Scope,
  fieldMapId: number | null,
  given: FieldMap,
): Promise<Result<StoredFieldMap, Failure>> {
  const checked = checkFieldMap(given);
  if (!checked.ok) return err(failure('BAD_INPUT', checked.error.message, checked.error.field));
  const saved = await inTransaction(db, async (transaction) => {
    const store = fieldMapsStore(transaction);
    const id = unwrap(await storedId(store, scope, fieldMapId, checked.value));
    const entry = { at: clock.now(), details: { name: checked.value.name }, subjectId: id };
    await recordAudit(scope, transaction, { ...entry, action: 'fieldMap.saved' });
    return { ...checked.value, id };
  });
  if (saved.ok) await readAgain(db, scope);
  return saved;
}

const noFieldMap = err(failure('NOT_FOUND', 'No such field map', 'fieldMapId'));

async function storedId(
  store: ReturnType<typeof fieldMapsStore>,
  scope: Scope,
  fieldMapId: number | null,
  map: FieldMap,
): Promise<Result<number, Failure>> {
  if (fieldMapId !== null) return (await store.update(scope, fieldMapId, map)) ? ok(fieldMapId) : noFieldMap;
  if ((await store.all(scope)).length >= maxFieldMaps)
    return err(failure('BAD_INPUT', `An organization has at most ${maxFieldMaps} field maps`, 'name'));
  return ok(await store.insert(scope, map));
}

/** Deletes a field map. The packets it read stay stored, but are not understood any more. */
export async function deleteFieldMap(
  { db, clock }: FieldMapDependencies,
  scope: Scope,
  fieldMapId: number,
): Promise<Result<true, Failure>> {
  const deleted = await inTransaction(db, async (transaction) => {
    const store = fieldMapsStore(transaction);
    const before = (await store.all(scope)).find(({ id }) => id === fieldMapId);
    if (before === undefined || !(await store.remove(scope, fieldMapId))) return unwrap<true>(noFieldMap);
    const entry = { at: clock.now(), details: { name: before.name }, subjectId: fieldMapId };
    await recordAudit(scope, transaction, { ...entry, action: 'fieldMap.deleted' });
    return true as const;
  });
  if (deleted.ok) await readAgain(db, scope);
  return deleted;
}

/** Reading again evicts nothing: the next packet enforces the limits. */
const noEviction: InboxLimits = {
  ...defaultInboxLimits,
  packetsPerDevice: Number.POSITIVE_INFINITY,
  bytesPerDevice: Number.POSITIVE_INFINITY,
  bytesWaiting: Number.POSITIVE_INFINITY,
};
/** Packets loaded with their bodies at once, to bound memory. */
const portion = 50;

/**
 * Reads all packets again that are not understood or were read by a field map. Packets that were not understood are
 * stored under a guessed name, several devices under one. They move to the devices the maps now find in them; all
 * others stay.
 */
async function readAgain(db: Database, scope: Scope): Promise<void> {
  const maps = await fieldMapsStore(db).all(scope);
  const senders = new Map((await sendersStore(db).all(scope)).map((sender) => [sender.id, sender]));
  const unread = await packetsStore(db).idsForMaps(scope);
  const touched = new Set<Sender>();
  for (let start = 0; start < unread.length; start += portion) {
    for (const raw of await packetsStore(db).withBodies(unread.slice(start, start + portion))) {
      const sender = senders.get(raw.senderId);
      if (sender === undefined) continue;
      const read = await readBody({ body: raw.body, receivedAt: raw.receivedAt, maps });
      const packets = read.ok && read.value.packets.ok ? read.value.packets.value : [];
      if (isReadAlike(sender, raw, packets)) continue;
      touched.add(sender);
      await db.transaction((transaction) => keepAsRead(transaction, scope, { sender, raw }, packets));
    }
  }
  for (const sender of touched) await db.transaction((transaction) => settleSender(transaction, scope, sender));
}

/** Whether reading again changes nothing for this packet, the usual case for packets no map reads. */
function isReadAlike(sender: Sender, raw: RawPacket, packets: readonly Packet[]): boolean {
  const own = packets.find((one) => isPacketOf(one, sender.serial)) ?? null;
  if (raw.contents === null || !isDeepStrictEqual(raw.contents.packet, own)) return false;
  return sender.isPlaced || own !== null || packets.length === 0;
}

/**
 * Stores the sender's part of a packet as it is read now. If the packet belongs to other devices, each of them stores a
 * copy. The sender's copy is deleted once all of them have one, unless the sender is placed.
 */
async function keepAsRead(
  db: Database,
  scope: Scope,
  { sender, raw }: { readonly sender: Sender; readonly raw: RawPacket },
  packets: readonly Packet[],
): Promise<void> {
  const { installationId } = sender;
  const { body, receivedAt, id } = raw;
  const before = raw.contents?.packet ?? null;
  const own = packets.find((one) => isPacketOf(one, sender.serial)) ?? null;
  if (own !== null || before !== null || raw.contents === null)
    await packetsStore(db).setContents(id, { packet: own }, own === null ? receivedAt : getPacketTime(own, receivedAt));
  if (own !== null) await sendersStore(db).heard(sender, newsOf(own, installationId), {});
  const others = packets.filter((packet) => packet !== own);
  // Where the packet was understood before, the other devices already have their copies.
  if (sender.isPlaced || others.length === 0 || (own !== null && before !== null)) return;
  let stays = own !== null;
  for (const packet of others) {
    const at = getPacketTime(packet, receivedAt);
    const arrived = { news: newsOf(packet, installationId), body, packet, receivedAt, at, isPlaced: false };
    const kept = await storePacket(db, scope, arrived, noEviction);
    if (!kept.kept) stays = true;
  }
  if (!stays) await packetsStore(db).drop(sender, id);
}

const newsOf = (
  { device: serial, dialect, name, model, battery, signal, firmware }: Packet,
  installationId: Sender['installationId'],
): SenderUpdate => ({ serial, installationId, dialect, name, model, battery, signal, firmware });

/** Recounts a sender's stored packets. Deletes a waiting sender that has none left. */
async function settleSender(db: Database, scope: Scope, { id, serial }: Sender): Promise<void> {
  const senders = sendersStore(db);
  const sender = await senders.hold(scope, serial);
  if (sender === null) return;
  const kept = await packetsStore(db).keptOf({ id });
  if (kept.packets === 0 && sender.packets > 0 && !sender.isPlaced) await senders.remove(scope, id);
  else if (kept.packets !== sender.packets) await senders.change(scope, id, kept);
}
