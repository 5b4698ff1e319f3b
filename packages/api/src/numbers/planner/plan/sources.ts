import type { PassageId, ZoneId } from '@atrium/domain/core';
import {
  isTagMetric,
  type MeasurementQuery,
  type PassageType,
  type Source as Readable,
  type Target,
  tagCrossings,
} from '@atrium/domain/numbers';
import {
  countOnce,
  type Device,
  dropNestedZones,
  dropSubMeters,
  findBoundary,
  findFootfallSources,
  findPassageSources,
  findTopZones,
  findZoneDevices,
  intersectValidity,
  isVirtual,
  listAncestors,
  listMemberPeriods,
  listReadDevices,
  type Passage,
  type PassageSource,
  selfOrDescendants,
  type Topology,
  type Validity,
  type Zone,
  type ZoneSource,
} from '@atrium/domain/sites';
import {
  findReportingDoors,
  findReportingPlaces,
  findReportingZones,
  type HasReported,
  type ReportingPlace,
} from './reporting-places.ts';
import type { SiteSelection } from './scoped-query.ts';

/** One device's readings of one metric that count towards a number during `validity`. */
export interface Source {
  readonly deviceId: number;
  /** As sent. A sensor on a door that opens the other way sends entries as affluenceOut. */
  readonly metric: string;
  readonly passageId: number | null;
  /** −1 where the readings are subtracted (exits, for people inside). */
  readonly sign: 1 | -1;
  readonly validity: Validity;
}

/** Metrics that count passers-by: both directions of a door counter, or their sum. */
export const passerByMetrics: readonly string[] = ['affluenceIn', 'affluenceOut', 'footfall'];

/** How meters count that count what others do. */
interface MeterCounting {
  /** Descriptors that the numbers are split or filtered by. */
  readonly descriptors: readonly string[];
  /** Whether main meters stand for the meters below them. */
  readonly dropsSubMeters: boolean;
}

/** Returns the sources of an expression for the selected part of a site. */
export function findSources(
  selection: SiteSelection,
  expression: Readable,
  { target, passageType }: Pick<MeasurementQuery, 'target' | 'passageType'>,
  tells: HasReported,
  { descriptors, dropsSubMeters }: MeterCounting,
): Source[] {
  const found = finders[target](selection, expression, tells);
  // Passers-by are counted at footfall passages, whichever door type is requested.
  const typed =
    passageType === null || passageType === 'FOOTFALL' || expression.type === 'passersBy'
      ? found
      : found.flatMap((source) => atDoorsOf(passageType, selection.topology, source));
  const { topology, deviceIds, passageIds, devicesAmong: among = deviceIds } = selection;
  const chosen = typed.filter(
    ({ deviceId, passageId }) =>
      (among?.has(deviceId) ?? true) && (passageIds === null || (passageId !== null && passageIds.has(passageId))),
  );
  const virtual = new Map<number, Device>(topology.devices.filter(isVirtual).map((device) => [device.id, device]));
  const made =
    virtual.size === 0 ? chosen : chosen.flatMap((source) => whileMade(source, virtual.get(source.deviceId)));
  // First, since a virtual meter may be the main meter of what it is made of. A meter alone has its own readings.
  const upper = dropsSubMeters && among === deviceIds ? dropSubMeters(topology, made, descriptors) : made;
  const counted = virtual.size === 0 || target === 'DEVICE' ? upper : countOnce(topology.devices, upper, descriptors);
  return among === deviceIds ? [...counted] : counted.filter(({ deviceId }) => deviceIds?.has(deviceId) ?? true);
}

/** Limits a virtual meter to its metric and the times in which it has members, one source for each set of them. */
function whileMade(source: Source, device: Device | undefined): Source[] {
  if (device === undefined) return [source];
  if (device.meter?.metric !== source.metric) return [];
  return listMemberPeriods(device).flatMap((period) => {
    const validity = intersectValidity(source.validity, period);
    return validity === null ? [] : [{ ...source, validity }];
  });
}

/** Returns the devices and metrics that are read for sources. */
export function listReadSources(
  topology: Topology,
  sources: readonly Source[],
): readonly Pick<Source, 'deviceId' | 'metric'>[] {
  if (!topology.devices.some(isVirtual)) return sources;
  return sources.flatMap(({ deviceId, metric }) =>
    listReadDevices(topology, [deviceId]).map((read) => ({ deviceId: read as number, metric })),
  );
}

/** Limits a source to the times in which its passage was of the type. */
function atDoorsOf(type: PassageType, { passages }: Topology, source: Source): Source[] {
  const ends = passages.find(({ id }) => id === source.passageId)?.ends ?? [];
  return ends.flatMap((period) => {
    const validity = doorType(period) === type ? intersectValidity(source.validity, period) : null;
    return validity === null ? [] : [{ ...source, validity }];
  });
}

function doorType({ fromZoneId, toZoneId }: Passage['ends'][number]): PassageType {
  return fromZoneId === null || toZoneId === null ? 'ENTRANCE' : 'INNER';
}

type Finder = (selection: SiteSelection, expression: Readable, tells: HasReported) => Source[];

const finders: Readonly<Record<Target, Finder>> = { ZONE: zoneSources, PASSAGE: passageTargets, DEVICE: deviceTargets };

function zoneSources({ topology, zoneIds }: SiteSelection, expression: Readable, tells: HasReported): Source[] {
  switch (expression.type) {
    case 'crossings':
      return expression.where === undefined
        ? crossings(topology, zoneIds, expression.side, 1)
        : crossingsWhere(topology, zoneIds, expression.side, expression.where, tells);
    case 'topEntries':
      return crossings(topology, topsOf(topology, zoneIds), 'in', 1);
    case 'inside':
      return expression.of === 'doors' ? findBalanceSources(topology, zoneIds) : tagBalance(topology, zoneIds, tells);
    case 'corrected':
    case 'refusals':
      return findBalanceSources(topology, zoneIds);
    case 'passersBy':
      return expression.orParentEntries
        ? passersByOrEntries(topology, zoneIds)
        : passersBy(findFootfallSources(topology, zoneIds));
    case 'counted':
      return isTagMetric(expression.metric)
        ? nearestDevices(topology, zoneIds, (device) => tells(device, expression.metric)).map(
            ({ deviceId, validity }) => stored(deviceId, validity, expression.metric),
          )
        : countedSources(topology, zoneIds, expression.metric);
    case 'visitors':
      return countedSources(topology, zoneIds, expression.metric);
    case 'status':
    case 'statusTime':
      return statusSources(topology, zoneIds, expression.metric);
    case 'setting':
    case 'sales':
      return [];
    default:
      return findZoneDevices(topology, zoneIds).map(({ deviceId, validity }) =>
        stored(deviceId, validity, expression.metric),
      );
  }
}

/** Returns the crossings that add to and subtract from the people inside an area. */
export function findBalanceSources(topology: Topology, zoneIds: readonly ZoneId[]): Source[] {
  return [...crossings(topology, zoneIds, 'in', 1), ...crossings(topology, zoneIds, 'out', -1)];
}

/** A tag read by a sensor enters the zone in which the sensor is installed. */
function tagBalance(topology: Topology, zoneIds: readonly ZoneId[], tells: HasReported): Source[] {
  const reads = (device: number) => tagCrossings.some((metric) => tells(device, metric));
  return nearestDevices(topology, zoneIds, reads).flatMap(({ deviceId, validity }) => [
    stored(deviceId, validity, 'uwbAffluenceIn'),
    { ...stored(deviceId, validity, 'uwbAffluenceOut'), sign: -1 as const },
  ]);
}

/** Returns a zone's own devices. Only a zone without any uses those of its inner zones. */
function nearestDevices(
  topology: Topology,
  zoneIds: readonly ZoneId[],
  reads: (deviceId: number) => boolean,
): ZoneSource[] {
  const speaking = findZoneDevices(topology, zoneIds).filter(({ deviceId }) => reads(deviceId));
  const spokenFor = new Set(speaking.map((source) => source.zoneId));
  const isCovered = (zoneId: ZoneId) => {
    const within = selfOrDescendants(topology.zones, zoneIds);
    return [...listAncestors(topology.zones, zoneId)].some((above) => within.has(above) && spokenFor.has(above));
  };
  return speaking.filter((source) => !isCovered(source.zoneId));
}

/** Returns sources counted by sensors in the area or at its doors themselves. */
function countedSources(topology: Topology, zoneIds: readonly ZoneId[], metric: string): Source[] {
  return [
    ...findZoneDevices(topology, zoneIds).map(({ deviceId, validity }) => stored(deviceId, validity, metric)),
    ...findBoundary(topology, zoneIds).map(({ deviceId, passageId, validity }) => ({
      ...stored(deviceId, validity, metric),
      passageId,
    })),
  ];
}

/** Returns status sources of all devices in the area, at its doors and in front of it. */
function statusSources(topology: Topology, zoneIds: readonly ZoneId[], metric: string): Source[] {
  return [
    ...countedSources(topology, zoneIds, metric),
    ...findFootfallSources(topology, zoneIds).map(({ deviceId, passageId, validity }) => ({
      ...stored(deviceId, validity, metric),
      passageId,
    })),
  ];
}

function topsOf({ zones }: Topology, zoneIds: readonly ZoneId[]): ZoneId[] {
  return [...new Set(zoneIds.flatMap((id) => findTopZones(zones, id).map((zone) => zone.id)))];
}

function crossings(topology: Topology, zoneIds: readonly ZoneId[], side: 'in' | 'out', sign: 1 | -1): Source[] {
  return findBoundary(topology, zoneIds).map(({ deviceId, passageId, validity, entryMetric, exitMetric }) => ({
    deviceId,
    metric: side === 'in' ? entryMetric : exitMetric,
    passageId,
    sign,
    validity,
  }));
}

/**
 * Returns crossings into each zone, and through each door of the area, with a device that reports the metric. People
 * count once per such place.
 */
function crossingsWhere(
  topology: Topology,
  zoneIds: readonly ZoneId[],
  side: 'in' | 'out',
  metric: string,
  tells: HasReported,
): Source[] {
  const around = crossings(topology, zoneIds, side, 1);
  return [
    ...findReportingZones(topology, zoneIds, metric, tells).flatMap(({ id, periods }) =>
      whileTold(crossings(topology, [id], side, 1), periods),
    ),
    ...atToldDoors(around, findReportingDoors(topology, zoneIds, metric, tells)),
  ];
}

function atToldDoors(sources: readonly Source[], doors: readonly ReportingPlace<PassageId>[]): Source[] {
  return doors.flatMap(({ id, periods }) =>
    whileTold(
      sources.filter(({ passageId }) => passageId === id),
      periods,
    ),
  );
}

function whileTold(sources: readonly Source[], periods: readonly Validity[]): Source[] {
  return sources.flatMap((source) =>
    periods.flatMap((period) => {
      const validity = intersectValidity(source.validity, period);
      return validity === null ? [] : [{ ...source, validity }];
    }),
  );
}

/**
 * Returns passers-by. Zones without a footfall passage use the entries to their parents, if a door leads into them from
 * a parent only. A zone with outside doors has no passers-by, and neither has an area that contains it.
 */
function passersByOrEntries(topology: Topology, zoneIds: readonly ZoneId[]): Source[] {
  const counted = dropNestedZones(topology.zones, zoneIds);
  const watched = new Set(topology.passages.map((passage) => passage.footfallOf));
  const others = topology.zones.filter((zone) => counted.includes(zone.id) && !watched.has(zone.id));
  if (others.some((zone) => zone.parentIds.length === 0 || !isEnteredFromParents(topology, zone))) return [];
  const parents = others.flatMap((zone) => zone.parentIds);
  return [
    ...passersBy(findFootfallSources(topology, counted)),
    ...(parents.length === 0 ? [] : crossings(topology, parents, 'in', 1)),
  ];
}

function isEnteredFromParents({ zones, passages }: Topology, { id, parentIds }: Zone): boolean {
  const within = selfOrDescendants(zones, [id]);
  const isWithin = (place: ZoneId | null) => place !== null && within.has(place);
  const isParent = (place: ZoneId | null) => place !== null && parentIds.includes(place);
  const doors = passages.flatMap((passage) => passage.ends);
  return doors.every(({ fromZoneId, toZoneId }) => {
    if (isWithin(fromZoneId) === isWithin(toZoneId)) return true;
    return isParent(isWithin(fromZoneId) ? toZoneId : fromZoneId);
  });
}

function passersBy(sources: readonly PassageSource[]): Source[] {
  return sources.flatMap(({ deviceId, passageId, validity }) =>
    passerByMetrics.map((metric) => ({ deviceId, metric, passageId, sign: 1 as const, validity })),
  );
}

function stored(deviceId: number, validity: Validity, metric: string): Source {
  return { deviceId, metric, passageId: null, sign: 1, validity };
}

/** Returns sources of single passages; their own direction is in. */
function passageTargets(selection: SiteSelection, expression: Readable, tells: HasReported): Source[] {
  const { topology, zoneIds, zonesNamed } = selection;
  const ids = zonesNamed ? passagesAround(topology, zoneIds) : topology.passages.map((passage) => passage.id);
  const footfall = new Set(topology.passages.filter((one) => one.footfallOf !== null).map((one) => one.id));
  const sendersOf = (metric: string, passageIds: readonly PassageId[]): Source[] =>
    findPassageSources(topology, passageIds).map(({ deviceId, passageId, validity }) => ({
      ...stored(deviceId, validity, metric),
      passageId,
    }));
  const doors = ids.filter((id) => !footfall.has(id));
  switch (expression.type) {
    case 'passersBy':
      return passersBy(
        findPassageSources(
          topology,
          ids.filter((id) => footfall.has(id)),
        ),
      );
    case 'crossings': {
      const along = sendersOf(expression.side === 'in' ? 'affluenceIn' : 'affluenceOut', doors);
      if (expression.where === undefined) return along;
      const hung = findPassageSources(topology, doors).map(({ passageId, ...rest }) => ({ id: passageId, ...rest }));
      return atToldDoors(along, findReportingPlaces(topology, hung, expression.where, tells));
    }
    case 'counted':
    case 'visitors':
      return sendersOf(expression.metric, doors);
    case 'status':
    case 'statusTime':
      return sendersOf(expression.metric, ids);
    default:
      return [];
  }
}

/** Returns the doors of an area and the passages in front of it. */
function passagesAround(topology: Topology, zoneIds: readonly ZoneId[]): PassageId[] {
  const sources: readonly PassageSource[] = [
    ...findBoundary(topology, zoneIds),
    ...findFootfallSources(topology, zoneIds),
  ];
  return [...new Set(sources.map((source) => source.passageId))];
}

/** Returns sources of single devices, wherever they are installed. */
function deviceTargets(selection: SiteSelection, expression: Readable, tells: HasReported): Source[] {
  const { topology, zoneIds, zonesNamed } = selection;
  if (!('metric' in expression)) return passageTargets(selection, expression, tells);
  if (!zonesNamed)
    return topology.devices.map((device) => stored(device.id, { validFrom: null, validTo: null }, expression.metric));
  return expression.type === 'counted' || expression.type === 'visitors' || expression.type.startsWith('status')
    ? statusSources(topology, zoneIds, expression.metric)
    : findZoneDevices(topology, zoneIds).map(({ deviceId, validity }) => stored(deviceId, validity, expression.metric));
}
