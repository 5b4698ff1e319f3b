import type { DeviceId, PassageId, ZoneId } from '../../core/index.ts';
import { findMetric } from '../../measurements/index.ts';
import { type Placement, selfOrDescendants, type Topology } from '../../sites/index.ts';
import type { Watch } from './condition-type.ts';

const measuredByAir = new Set(['sample', 'score']);

/** Returns the devices in service that a watch reads: at the doors of a zone, or in it. */
export function findWatchedDevices(site: Topology, { place, metrics, deviceIds }: Watch): readonly DeviceId[] {
  const inService = site.devices.filter(({ removedAt }) => removedAt === null);
  if (place.kind === 'device') return [place.id];
  const isAir = metrics.some((id) => measuredByAir.has(findMetric(id)?.kind ?? ''));
  if (place.kind === 'passage') return hanging(inService, (at) => at === place.id, 'passageId');
  const zones = place.kind === 'zone' ? selfOrDescendants(site.zones, [place.id]) : null;
  if (isAir) {
    const within = hanging(inService, (at) => zones === null || zones.has(at as ZoneId), 'zoneId');
    return deviceIds.length === 0 ? within : within.filter((id) => deviceIds.includes(id));
  }
  const doors = new Set<PassageId>(site.passages.filter((one) => isDoorOf(one.ends.at(-1), zones)).map(({ id }) => id));
  const atDoors = hanging(inService, (at) => doors.has(at as PassageId), 'passageId');
  // Queues and seats are counted by cameras installed in the zone itself.
  const inside = hanging(inService, (at) => zones === null || zones.has(at as ZoneId), 'zoneId');
  return [...new Set([...atDoors, ...(atDoors.length === 0 ? inside : [])])];
}

function hanging(
  devices: Topology['devices'],
  isThere: (at: number) => boolean,
  key: 'passageId' | 'zoneId',
): readonly DeviceId[] {
  const atOf = ({ at }: Placement) => ('passageId' in at ? { passageId: at.passageId } : { zoneId: at.zoneId });
  return devices
    .filter(({ placements }) => {
      const last = placements.at(-1);
      if (last === undefined) return false;
      const at = atOf(last) as { readonly passageId?: number; readonly zoneId?: number };
      return at[key] !== undefined && isThere(at[key]);
    })
    .map(({ id }) => id);
}

/** Whether one end is inside and the other is not. Null zones: the whole site. */
function isDoorOf(
  ends: { readonly fromZoneId: ZoneId | null; readonly toZoneId: ZoneId | null } | undefined,
  zones: ReadonlySet<ZoneId> | null,
): boolean {
  if (ends === undefined) return false;
  const isIn = (id: ZoneId | null) => id !== null && (zones === null || zones.has(id));
  return isIn(ends.fromZoneId) !== isIn(ends.toZoneId);
}
