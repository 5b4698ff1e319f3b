import { devicePlacements, devices, events } from '../../sites/sites.schema.ts';
import { join, type PlacementState } from '../../sites/stored/index.ts';
import type { ChangeOf } from '../compare-states.ts';
import { dateOf, idOf, replaceRows, type Writing, writeRows } from './writing.store.ts';

export async function writeDevices(changes: readonly ChangeOf<'device'>[], writing: Writing): Promise<void> {
  await writeRows(
    changes,
    devices,
    writing,
    ({ installation, placements, meter, installedAt, removedAt, ...rest }) => ({
      ...rest,
      installationId: idOf('installation', installation, writing),
      meter: meter && { ...meter, descriptors: { ...meter.descriptors } },
      installedAt: new Date(installedAt),
      removedAt: dateOf(removedAt),
    }),
  );
  const written = changes.flatMap(({ key, after }) =>
    after === null ? [] : [{ deviceId: idOf('device', key, writing), placements: after.placements }],
  );
  await replaceRows(
    writing.db,
    devicePlacements,
    devicePlacements.deviceId,
    written.map(({ deviceId }) => deviceId),
    written.flatMap(({ deviceId, placements }) =>
      placements.map((placement) => ({
        deviceId,
        ...placeIds(placement, writing),
        validFrom: dateOf(placement.validFrom),
        validTo: dateOf(placement.validTo),
      })),
    ),
  );
}

function placeIds({ installation, at }: PlacementState, writing: Writing) {
  return 'passage' in at
    ? { passageId: idOf('passage', join(installation, at.passage), writing), zoneId: null }
    : { passageId: null, zoneId: idOf('zone', join(installation, at.zone), writing) };
}

export function writeEvents(changes: readonly ChangeOf<'event'>[], writing: Writing): Promise<void> {
  return writeRows(changes, events, writing, ({ installation, metrics, removedAt, ...rest }) => ({
    ...rest,
    installationId: idOf('installation', installation, writing),
    metrics: [...metrics],
    removedAt: dateOf(removedAt),
  }));
}
