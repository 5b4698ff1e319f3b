import type { DeviceId, PassageId, ZoneId } from '../core/index.ts';
import type { Device, DeviceKind, Passage, PassageEnds, Topology, Validity } from './topology.ts';
import { intersectValidity } from './topology.ts';
import { selfOrDescendants } from './zone-tree.ts';

/** A device that counts a passage during a period. */
export interface PassageSource {
  readonly deviceId: DeviceId;
  readonly passageId: PassageId;
  readonly validity: Validity;
}

/** A source at a door of an area: crossing it enters or leaves the whole area. */
export interface BoundarySource extends PassageSource {
  /** The device's metric for entries into the area: affluenceIn if the passage's `to` is inside. */
  readonly entryMetric: 'affluenceIn' | 'affluenceOut';
  /** The opposite metric, for exits. */
  readonly exitMetric: 'affluenceIn' | 'affluenceOut';
}

/** A device that measures inside a zone during a period. */
export interface ZoneSource {
  readonly deviceId: DeviceId;
  /** The zone where it is installed: one of the requested zones, or inside one. */
  readonly zoneId: ZoneId;
  readonly validity: Validity;
}

/**
 * Returns the devices at the boundary of a union of zones, per period. A crossing from A to B enters the union if B is
 * inside and A is not. Doors with both ends inside or both outside do not count, so a parent with its child gives the
 * same as the parent alone. Periods of one device never overlap, as long as its placements and the passages' ends
 * don't.
 */
export function findBoundary(topology: Topology, zoneIds: readonly ZoneId[]): BoundarySource[] {
  const area = selfOrDescendants(topology.zones, zoneIds);
  return placedAtPassages(topology, () => true).flatMap(({ deviceId, passage, validity }) =>
    passage.ends.flatMap((ends) => {
      const entryMetric = entryMetricOf(ends, area);
      const shared = intersectValidity(validity, ends);
      if (entryMetric === null || shared === null) return [];
      const exitMetric = entryMetric === 'affluenceIn' ? 'affluenceOut' : 'affluenceIn';
      return [{ deviceId, passageId: passage.id, validity: shared, entryMetric, exitMetric }];
    }),
  );
}

/**
 * Returns the devices that count passers-by in front of these zones. Add both metrics, since both directions pass by.
 */
export function findFootfallSources(topology: Topology, zoneIds: readonly ZoneId[]): PassageSource[] {
  const asked = new Set(zoneIds);
  return sourcesAt(topology, (passage) => passage.footfallOf !== null && asked.has(passage.footfallOf));
}

/** Returns the devices that count these passages, along their direction (affluenceIn) and against it (affluenceOut). */
export function findPassageSources(topology: Topology, passageIds: readonly PassageId[]): PassageSource[] {
  const asked = new Set(passageIds);
  return sourcesAt(topology, (passage) => asked.has(passage.id));
}

/** Returns the devices installed in these zones or inside them, one entry per period. Optionally of one kind. */
export function findZoneDevices(topology: Topology, zoneIds: readonly ZoneId[], kind?: DeviceKind): ZoneSource[] {
  const area = selfOrDescendants(topology.zones, zoneIds);
  return topology.devices
    .filter((device) => kind === undefined || device.kind === kind)
    .flatMap((device) =>
      device.placements.flatMap((placement) =>
        'zoneId' in placement.at && area.has(placement.at.zoneId)
          ? [{ deviceId: device.id, zoneId: placement.at.zoneId, validity: periodOf(placement) }]
          : [],
      ),
    );
}

function entryMetricOf(ends: PassageEnds, area: ReadonlySet<ZoneId>): BoundarySource['entryMetric'] | null {
  const fromInside = ends.fromZoneId !== null && area.has(ends.fromZoneId);
  const toInside = ends.toZoneId !== null && area.has(ends.toZoneId);
  if (fromInside === toInside) return null;
  return toInside ? 'affluenceIn' : 'affluenceOut';
}

function sourcesAt(topology: Topology, chosen: (passage: Passage) => boolean): PassageSource[] {
  return placedAtPassages(topology, chosen).map(({ deviceId, passage, validity }) => ({
    deviceId,
    passageId: passage.id,
    validity,
  }));
}

interface PassagePlacement {
  readonly deviceId: DeviceId;
  readonly passage: Passage;
  readonly validity: Validity;
}

function placedAtPassages(topology: Topology, chosen: (passage: Passage) => boolean): PassagePlacement[] {
  const passages = new Map(topology.passages.filter(chosen).map((passage) => [passage.id, passage]));
  return topology.devices.flatMap((device: Device) =>
    device.placements.flatMap((placement) => {
      const passage = 'passageId' in placement.at ? passages.get(placement.at.passageId) : undefined;
      return passage === undefined ? [] : [{ deviceId: device.id, passage, validity: periodOf(placement) }];
    }),
  );
}

function periodOf({ validFrom, validTo }: Validity): Validity {
  return { validFrom, validTo };
}
