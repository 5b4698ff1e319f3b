import { addDays, type Instant, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { StateMeasure, ZoneSetting } from '@atrium/domain/numbers';
import { dropNestedZones, listOutline, type Topology } from '@atrium/domain/sites';
import type { SiteSelection } from '../../plan/scoped-query.ts';
import { cutTimeline } from '../../plan/timeline.ts';
import type { Evaluated, Evaluation, SeriesInput } from '../evaluation.ts';
import { buildCell } from '../reporting/series-reporting.ts';

type Selected = Pick<SiteSelection, 'zoneIds' | 'zonesNamed'>;

/** Returns a setting of each series: the sum over its zones, missing if one of them has none. */
export async function buildSettingCells(evaluation: Evaluation, of: ZoneSetting): Promise<Evaluated> {
  const { topology, series } = evaluation;
  const timeline = cutTimeline(evaluation.timeline, of === 'limit' ? limitChanges(topology) : []);
  const cells = series.map(({ selection }: SeriesInput) => {
    const valueAt = (at: Instant) =>
      of === 'limit' ? findLimit(topology, selection, at) : settingOf(topology, selection, of);
    const measures = new Map<number, StateMeasure>();
    for (const [piece, bucket] of timeline.bucketOf.entries()) {
      const [from, to] = [timeline.edges[piece] as Instant, timeline.edges[piece + 1] as Instant];
      const value = bucket < 0 ? null : valueAt(from);
      if (value !== null) measures.set(bucket, holding(measures.get(bucket), value, to - from));
    }
    return new Map([
      ['', timeline.buckets.map((bucket, index) => buildCell(bucket, measures.get(index) ?? null, 0, 0, bucket.to))],
    ]);
  });
  return { cells, devices: new Map() };
}

function holding(before: StateMeasure | undefined, value: number, time: number): StateMeasure {
  return {
    kind: 'state',
    integral: (before?.integral ?? 0) + value * time,
    time: (before?.time ?? 0) + time,
    min: Math.min(before?.min ?? value, value),
    max: Math.max(before?.max ?? value, value),
    first: before?.first ?? value,
    last: value,
  };
}

/** Returns the instants at which event limits begin and end. */
function limitChanges(topology: Topology): Instant[] {
  return topology.eventLimits.flatMap(({ first, last }) => [
    ...(first === null ? [] : [startOfSiteDay(topology, first)]),
    ...(last === null ? [] : [startOfSiteDay(topology, addDays(last, 1))]),
  ]);
}

/**
 * Returns the maximum number of people in the selection. For a whole site the strictest of its events, else its zones.
 */
export function findLimit(topology: Topology, selection: Selected, at: Instant): number | null {
  const limits = isWholeSite(topology, selection.zoneIds) ? eventLimitsOn(topology, at) : [];
  return limits.length > 0 ? Math.min(...limits) : settingOf(topology, selection, 'limit');
}

function eventLimitsOn(topology: Topology, at: Instant): number[] {
  if (topology.eventLimits.length === 0) return [];
  const day = toSiteDay(topology, at);
  return topology.eventLimits
    .filter(({ first, last }) => (first ?? day) <= day && day <= (last ?? day))
    .map(({ limit }) => limit);
}

/** Whether a selection contains everything of a site. */
export function isWholeSite({ zones }: Topology, zoneIds: readonly number[]): boolean {
  return listOutline(zones).every(({ id }) => zoneIds.includes(id));
}

/** Returns null if a selected zone lacks the setting. Zones within other selected zones are part of those. */
function settingOf(topology: Topology, { zoneIds, zonesNamed }: Selected, of: ZoneSetting): number | null {
  const ids = dropNestedZones(topology.zones, zoneIds);
  const values = topology.zones.filter((zone) => ids.includes(zone.id)).map((zone) => zone[of]);
  const sum = values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
  // The whole site has its own area setting.
  return sum === null && of === 'area' && !zonesNamed ? topology.area : sum;
}
