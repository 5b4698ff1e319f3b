import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { checkFieldMap, type FieldMap, type Packet, timeOf } from '@atrium/domain/devices';
import { understand } from '@atrium/domain/devices/dialects';
import { audit } from '../audit/index.ts';
import { type Database, inTransaction, unwrap } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { fieldMapsStore, mostFieldMaps, type StoredFieldMap } from './field-maps.store.ts';
import { defaultInboxLimits, type InboxLimits } from './kept/inbox-limits.ts';
import { keepPacket } from './kept/keep-packet.ts';
import { packetsStore, type RawPacket } from './kept/packets.store.ts';
import { type Sender, sendersStore } from './kept/senders.store.ts';

interface FieldMapDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** Keeps a map, and reads by it what waits without being understood. `fieldMapId` null makes a new one. */
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
    await audit(scope, transaction, { ...entry, action: 'fieldMap.saved' });
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
  if ((await store.all(scope)).length >= mostFieldMaps)
    return err(failure('BAD_INPUT', `An organization has at most ${mostFieldMaps} field maps`, 'name'));
  return ok(await store.insert(scope, map));
}

export function deleteFieldMap(
  { db, clock }: FieldMapDependencies,
  scope: Scope,
  fieldMapId: number,
): Promise<Result<true, Failure>> {
  return inTransaction(db, async (transaction) => {
    const store = fieldMapsStore(transaction);
    const before = (await store.all(scope)).find(({ id }) => id === fieldMapId);
    if (before === undefined || !(await store.remove(scope, fieldMapId))) return unwrap<true>(noFieldMap);
    const entry = { at: clock.now(), details: { name: before.name }, subjectId: fieldMapId };
    await audit(scope, transaction, { ...entry, action: 'fieldMap.deleted' });
    return true;
  });
}

/** Reading again takes nothing away: what is over a limit goes when the next packet comes. */
const noEviction: InboxLimits = {
  ...defaultInboxLimits,
  packetsPerDevice: Number.POSITIVE_INFINITY,
  bytesPerDevice: Number.POSITIVE_INFINITY,
  bytesWaiting: Number.POSITIVE_INFINITY,
};

/**
 * Packets that nobody understood are kept under a guessed name, those of several devices under one. What the maps read
 * now moves to the devices that they find in it. Everything else stays where it is.
 */
async function readAgain(db: Database, scope: Scope): Promise<void> {
  const maps = await fieldMapsStore(db).all(scope);
  for (const sender of await sendersStore(db).all(scope)) {
    if (sender.dialect !== null || sender.isPlaced) continue;
    // The oldest first: a device is known since its first packet.
    const raw = (await packetsStore(db).newest(sender, Number.MAX_SAFE_INTEGER)).toReversed();
    for (const one of raw) {
      const packets = understand(one.body, one.receivedAt, maps);
      if (!packets.ok || packets.value.length === 0) continue;
      await db.transaction((transaction) => moveToDevices(transaction, scope, { sender, raw: one }, packets.value));
    }
    await db.transaction((transaction) => settleSender(transaction, scope, sender));
  }
}

/** Keeps a packet under each device it is about. It leaves its sender once all of them have it. */
async function moveToDevices(
  db: Database,
  scope: Scope,
  { sender, raw }: { readonly sender: Sender; readonly raw: RawPacket },
  packets: readonly Packet[],
): Promise<void> {
  const { installationId } = sender;
  const { body, receivedAt, id } = raw;
  let stays = false;
  for (const packet of packets) {
    const { device: serial, dialect, name, model, battery, signal, firmware } = packet;
    const news = { serial, installationId, dialect, name, model, battery, signal, firmware };
    const at = timeOf(packet, receivedAt);
    if (serial === sender.serial) {
      stays = true;
      await sendersStore(db).heard(sender, news, {});
      await packetsStore(db).setTime(id, at);
      continue;
    }
    const kept = await keepPacket(db, scope, { news, body, receivedAt, at, isPlaced: false }, noEviction);
    if (!kept.kept) stays = true;
  }
  if (!stays) await packetsStore(db).drop(sender, id);
}

/** Counts anew what a sender keeps. One that keeps nothing any more is gone. */
async function settleSender(db: Database, scope: Scope, { id, serial }: Sender): Promise<void> {
  const senders = sendersStore(db);
  if ((await senders.hold(scope, serial)) === null) return;
  const kept = await packetsStore(db).keptOf({ id });
  if (kept.packets === 0) await senders.remove(scope, id);
  else await senders.change(scope, id, kept);
}
