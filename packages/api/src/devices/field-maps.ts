import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { checkFieldMap, type FieldMap, timeOf } from '@atrium/domain/devices';
import { understand } from '@atrium/domain/devices/dialects';
import { audit } from '../audit/index.ts';
import { type Database, inTransaction, unwrap } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { fieldMapsStore, mostFieldMaps, type StoredFieldMap } from './field-maps.store.ts';
import { defaultInboxLimits } from './kept/inbox-limits.ts';
import { keepPacket } from './kept/keep-packet.ts';
import { packetsStore } from './kept/packets.store.ts';
import { sendersStore } from './kept/senders.store.ts';

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

/** What nobody understood was kept under a guessed name: now it belongs to the devices that the maps find in it. */
async function readAgain(db: Database, scope: Scope): Promise<void> {
  const maps = await fieldMapsStore(db).all(scope);
  for (const sender of await sendersStore(db).all(scope)) {
    if (sender.dialect !== null || sender.isPlaced) continue;
    let isUnderstood = false;
    for (const { body, receivedAt } of await packetsStore(db).newest(sender, Number.MAX_SAFE_INTEGER)) {
      const packets = understand(body, receivedAt, maps);
      if (!packets.ok) continue;
      for (const packet of packets.value) {
        isUnderstood ||= packet.device !== sender.serial;
        const { installationId } = sender;
        const { device: serial, dialect, name, model, battery, signal, firmware } = packet;
        const news = { serial, installationId, dialect, name, model, battery, signal, firmware };
        const at = timeOf(packet, receivedAt);
        await keepPacket(db, scope, { news, body, receivedAt, at, isPlaced: false }, defaultInboxLimits);
      }
    }
    if (isUnderstood) await sendersStore(db).remove(scope, sender.id);
  }
}
