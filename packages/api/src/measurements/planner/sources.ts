import type { PassageId, ZoneId } from '@atrium/domain/core';
import type { Expression, Target } from '@atrium/domain/measurements';
import {
  boundary,
  footfallSources,
  maximalZones,
  type PassageSource,
  passageSources,
  selfOrDescendants,
  type Topology,
  type Validity,
  zoneDevices,
} from '@atrium/domain/sites';
import type { SiteSelection } from './scoped-query.ts';

/** One device's readings of one metric that count for something, while `validity` lasts. */
export interface Source {
  readonly deviceId: number;
  /** As the device sends it; a pad on a door that opens the other way counts entries as its affluenceOut. */
  readonly metric: string;
  readonly passageId: number | null;
  /** −1 where the readings take away (those who leave, of the people inside). */
  readonly sign: 1 | -1;
  readonly validity: Validity;
}

type Readable = Exclude<Expression, { readonly type: 'ratio' } | { readonly type: 'limit' }>;

/** Everything a reading may be counted by when it counts passers-by: both ways past a door counter, or the sum itself. */
export const passerByMetrics: readonly string[] = ['affluenceIn', 'affluenceOut', 'footfall'];

/** The readings an expression is made of for the selected part of a site. `metricId` names those stored as they are. */
export function sourcesOf(selection: SiteSelection, expression: Readable, target: Target, metricId: string): Source[] {
  return finders[target](selection, expression, metricId).filter(
    ({ deviceId, passageId }) =>
      (selection.deviceIds?.has(deviceId) ?? true) &&
      (selection.passageIds === null || (passageId !== null && selection.passageIds.has(passageId))),
  );
}

type Finder = (selection: SiteSelection, expression: Readable, metricId: string) => Source[];

const finders: Readonly<Record<Target, Finder>> = { ZONE: zoneSources, PASSAGE: passageTargets, DEVICE: deviceTargets };

function zoneSources({ topology, zoneIds }: SiteSelection, expression: Readable, metricId: string): Source[] {
  switch (expression.type) {
    case 'crossings':
      return crossings(topology, zoneIds, expression.side, 1);
    case 'inside':
      return [...crossings(topology, zoneIds, 'in', 1), ...crossings(topology, zoneIds, 'out', -1)];
    case 'passersBy':
      return expression.orParentEntries
        ? passersByOrEntries(topology, zoneIds)
        : passersBy(footfallSources(topology, zoneIds));
    case 'stored':
      return zoneDevices(topology, zoneIds).map(({ deviceId, validity }) => stored(deviceId, validity, metricId));
  }
}

function crossings(topology: Topology, zoneIds: readonly ZoneId[], side: 'in' | 'out', sign: 1 | -1): Source[] {
  return boundary(topology, zoneIds).map(({ deviceId, passageId, validity, entryMetric, exitMetric }) => ({
    deviceId,
    metric: side === 'in' ? entryMetric : exitMetric,
    passageId,
    sign,
    validity,
  }));
}

/** Zones without a footfall passage of their own are measured against those who enter their parents. */
function passersByOrEntries(topology: Topology, zoneIds: readonly ZoneId[]): Source[] {
  const counted = maximalZones(topology.zones, zoneIds);
  const watched = new Set(topology.passages.map((passage) => passage.footfallOf));
  const parents = topology.zones
    .filter((zone) => counted.includes(zone.id) && !watched.has(zone.id))
    .flatMap((zone) => zone.parentIds);
  return [
    ...passersBy(footfallSources(topology, counted)),
    ...(parents.length === 0 ? [] : crossings(topology, parents, 'in', 1)),
  ];
}

function passersBy(sources: readonly PassageSource[]): Source[] {
  return sources.flatMap(({ deviceId, passageId, validity }) =>
    passerByMetrics.map((metric) => ({ deviceId, metric, passageId, sign: 1 as const, validity })),
  );
}

function stored(deviceId: number, validity: Validity, metric: string): Source {
  return { deviceId, metric, passageId: null, sign: 1, validity };
}

/** Passages by themselves: along their own direction is in. */
function passageTargets(selection: SiteSelection, expression: Readable): Source[] {
  const { topology, zoneIds, zonesNamed } = selection;
  const ids = zonesNamed ? passagesAround(topology, zoneIds) : topology.passages.map((passage) => passage.id);
  const footfall = new Set(topology.passages.filter((one) => one.footfallOf !== null).map((one) => one.id));
  if (expression.type === 'passersBy')
    return passersBy(
      passageSources(
        topology,
        ids.filter((id) => footfall.has(id)),
      ),
    );
  if (expression.type !== 'crossings') return [];
  const metric = expression.side === 'in' ? 'affluenceIn' : 'affluenceOut';
  return passageSources(
    topology,
    ids.filter((id) => !footfall.has(id)),
  ).map(({ deviceId, passageId, validity }) => ({ deviceId, metric, passageId, sign: 1, validity }));
}

/** The doors of an area and the passages in front of it. */
function passagesAround(topology: Topology, zoneIds: readonly ZoneId[]): PassageId[] {
  const sources: readonly PassageSource[] = [...boundary(topology, zoneIds), ...footfallSources(topology, zoneIds)];
  return [...new Set(sources.map((source) => source.passageId))];
}

/** Devices by themselves, wherever they hang. */
function deviceTargets(selection: SiteSelection, expression: Readable, metricId: string): Source[] {
  const { topology, zoneIds, zonesNamed } = selection;
  if (expression.type !== 'stored') return passageTargets(selection, expression);
  const area = zonesNamed ? selfOrDescendants(topology.zones, zoneIds) : null;
  return topology.devices.flatMap((device) => {
    if (area === null) return [stored(device.id, { validFrom: null, validTo: null }, metricId)];
    return device.placements
      .filter((placement) => 'zoneId' in placement.at && area.has(placement.at.zoneId))
      .map((placement) => stored(device.id, placement, metricId));
  });
}
