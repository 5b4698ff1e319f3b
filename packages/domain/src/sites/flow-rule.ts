import type { DeviceId, PassageId, ZoneId } from '../core/index.ts';
import type { Device, DeviceKind, Passage, PassageEnds, Topology, Validity } from './topology.ts';
import { intersectValidity } from './validity.ts';
import { selfOrDescendants } from './zone-tree.ts';

/** A device that counts a passage during a period. */
export interface PassageSource {
  readonly deviceId: DeviceId;
  readonly passageId: PassageId;
  readonly validity: Validity;
}

/** The same where the passage is a door of an area: whoever crosses it enters or leaves the area as a whole. */
export interface BoundarySource extends PassageSource {
  /** The device's own metric that counts entries into the area: affluenceIn where the passage's `to` lies inside. */
  readonly entryMetric: 'affluenceIn' | 'affluenceOut';
  /** The other one, which counts exits. */
  readonly exitMetric: 'affluenceIn' | 'affluenceOut';
}

/** A device that measures inside a zone during a period. */
export interface ZoneSource {
  readonly deviceId: DeviceId;
  /** The zone it hangs in: one of those asked for or one inside them. */
  readonly zoneId: ZoneId;
  readonly validity: Validity;
}

/**
 * The devices at the boundary of the union of zones, in each period in which they are. A crossing from A to B enters the
 * union when B lies in it and A does not. A door between two places of the union, or between two outside, counts
 * nothing and is not listed; so asking for a parent and its child is asking for the parent. Sources of one device never
 * overlap in time as long as its placements and the passages' ends don't.
 */
export function boundary(topology: Topology, zoneIds: readonly ZoneId[]): BoundarySource[] {
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

/** The devices that count passers-by in front of any of these zones. Both directions pass by: add both metrics. */
export function footfallSources(topology: Topology, zoneIds: readonly ZoneId[]): PassageSource[] {
  const asked = new Set(zoneIds);
  return sourcesAt(topology, (passage) => passage.footfallOf !== null && asked.has(passage.footfallOf));
}

/** The devices that count these passages, along their direction (affluenceIn) and against it (affluenceOut). */
export function passageSources(topology: Topology, passageIds: readonly PassageId[]): PassageSource[] {
  const asked = new Set(passageIds);
  return sourcesAt(topology, (passage) => asked.has(passage.id));
}

/** The devices that hang in these zones or in zones inside them, each period once, of one kind or of all. */
export function zoneDevices(topology: Topology, zoneIds: readonly ZoneId[], kind?: DeviceKind): ZoneSource[] {
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
