import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { checkFieldMap, type FieldMap, timeOf } from '@atrium/domain/devices';
import { understand } from '@atrium/domain/devices/dialects';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { fieldMapsStore, mostFieldMaps, type StoredFieldMap } from './field-maps.store.ts';
import { defaultInboxLimits } from './kept/inbox-limits.ts';
import { keepPacket } from './kept/keep-packet.ts';
import { packetsStore } from './kept/packets.store.ts';
import { sendersStore } from './kept/senders.store.ts';

/** Keeps a map, and reads by it what waits without being understood. `fieldMapId` null makes a new one. */
export async function saveFieldMap(
  db: Database,
  scope: Scope,
  fieldMapId: number | null,
  given: FieldMap,
): Promise<Result<StoredFieldMap, Failure>> {
  const checked = checkFieldMap(given);
  if (!checked.ok) return err(failure('BAD_INPUT', checked.error.message, checked.error.field));
  const store = fieldMapsStore(db);
  let id = fieldMapId;
  if (id === null) {
    if ((await store.all(scope)).length >= mostFieldMaps)
      return err(failure('BAD_INPUT', `An organization has at most ${mostFieldMaps} field maps`, 'name'));
    id = await store.insert(scope, checked.value);
  } else if (!(await store.update(scope, id, checked.value)))
    return err(failure('NOT_FOUND', 'No such field map', 'fieldMapId'));
  await readAgain(db, scope);
  return ok({ ...checked.value, id });
}

export async function deleteFieldMap(db: Database, scope: Scope, fieldMapId: number): Promise<Result<true, Failure>> {
  return (await fieldMapsStore(db).remove(scope, fieldMapId))
    ? ok(true)
    : err(failure('NOT_FOUND', 'No such field map', 'fieldMapId'));
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
