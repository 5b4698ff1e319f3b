import { eq } from 'drizzle-orm';
import { devicePlacements, devices, events } from '../../sites/sites.schema.ts';
import { join, type PlacementState } from '../../sites/stored/index.ts';
import type { ChangeOf } from '../compare-states.ts';
import { dateOf, idOf, type Writing } from './writing.store.ts';

export async function writeDevices(changes: readonly ChangeOf<'device'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { installation, placements, meter, installedAt, removedAt, ...rest } = after;
    const values = {
      ...rest,
      installationId: idOf('installation', installation, writing),
      meter: meter && { ...meter, descriptors: { ...meter.descriptors } },
      installedAt: new Date(installedAt),
      removedAt: dateOf(removedAt),
    };
    let deviceId = ids.device.get(key);
    if (deviceId !== undefined) await db.update(devices).set(values).where(eq(devices.id, deviceId));
    else {
      const [row] = await db
        .insert(devices)
        .values({ organizationId, ...values })
        .returning({ id: devices.id });
      deviceId = row?.id as number;
      ids.device.set(key, deviceId);
    }
    await db.delete(devicePlacements).where(eq(devicePlacements.deviceId, deviceId));
    for (const placement of placements) {
      const { validFrom, validTo } = placement;
      await db
        .insert(devicePlacements)
        .values({ deviceId, ...placeIds(placement, writing), validFrom: dateOf(validFrom), validTo: dateOf(validTo) });
    }
  }
}

function placeIds({ installation, at }: PlacementState, writing: Writing) {
  return 'passage' in at
    ? { passageId: idOf('passage', join(installation, at.passage), writing), zoneId: null }
    : { passageId: null, zoneId: idOf('zone', join(installation, at.zone), writing) };
}

export async function writeEvents(changes: readonly ChangeOf<'event'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { installation, metrics, removedAt, ...rest } = after;
    const values = { ...rest, metrics: [...metrics], removedAt: dateOf(removedAt) };
    const known = ids.event.get(key);
    if (known !== undefined) await db.update(events).set(values).where(eq(events.id, known));
    else {
      const installationId = idOf('installation', installation, writing);
      const [row] = await db
        .insert(events)
        .values({ organizationId, installationId, ...values })
        .returning({ id: events.id });
      ids.event.set(key, row?.id as number);
    }
  }
}
