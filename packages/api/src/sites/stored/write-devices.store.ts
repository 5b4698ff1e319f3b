import { devicePlacements, devices, events } from '../sites.schema.ts';
import { joinKey, type PlacementState } from './site-state.ts';
import { getId, type RecordChange, replaceRows, toDate, type Writing, writeRows } from './writing.store.ts';

export async function writeDevices(changes: readonly RecordChange<'device'>[], writing: Writing): Promise<void> {
  await writeRows(
    changes,
    devices,
    writing,
    ({ installation, placements, meter, members, installedAt, removedAt, ...rest }) => ({
      ...rest,
      installationId: getId('installation', installation, writing),
      meter: meter && { ...meter, descriptors: { ...meter.descriptors } },
      members: members.length === 0 ? null : members,
      installedAt: new Date(installedAt),
      removedAt: toDate(removedAt),
    }),
  );
  const written = changes.flatMap(({ key, after }) =>
    after === null ? [] : [{ deviceId: getId('device', key, writing), placements: after.placements }],
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
        validFrom: toDate(placement.validFrom),
        validTo: toDate(placement.validTo),
      })),
    ),
  );
}

function placeIds({ installation, at }: PlacementState, writing: Writing) {
  return 'passage' in at
    ? { passageId: getId('passage', joinKey(installation, at.passage), writing), zoneId: null }
    : { passageId: null, zoneId: getId('zone', joinKey(installation, at.zone), writing) };
}

export function writeEvents(changes: readonly RecordChange<'event'>[], writing: Writing): Promise<void> {
  return writeRows(changes, events, writing, ({ installation, metrics, removedAt, ...rest }) => ({
    ...rest,
    installationId: getId('installation', installation, writing),
    metrics: [...metrics],
    removedAt: toDate(removedAt),
  }));
}
