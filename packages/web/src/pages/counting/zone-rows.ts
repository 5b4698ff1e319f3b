import type { Instant, ZoneId } from '@atrium/domain/core';
import {
  type Answer,
  chooseGranularity,
  computePartCoverage,
  getAnswerGroups,
  getAnswerValues,
  listTableZones,
  type PartCoverage,
  type ResolvedFilters,
} from '@atrium/domain/pages';
import { findBoundary, type PassageEnds, type Zone } from '@atrium/domain/sites';
import { createSeriesReader, type Measured, readPoint } from '../../numbers/answers/index.ts';
import type { Site } from '../site-page/site.ts';
import { type CountingNumbers, getCountingMetric } from './counting-model.ts';

export interface ZoneRow {
  readonly zone: Zone;
  readonly parent: Zone | null;
  readonly passageCount: number;
  /** Whether a passage leads to another zone. Its crossings are not entries to the site. */
  readonly hasInnerDoor: boolean;
  readonly entries: Measured;
  /** Null for a zone with a door to the outside but no passers-by count of its own. */
  readonly capture: Pick<Measured, 'value' | 'usual' | 'range'> | null;
  readonly coverage: PartCoverage;
}

/** Builds the rows of the zone table, busiest first. */
export function buildZoneRows(
  numbers: CountingNumbers,
  site: Site,
  filters: ResolvedFilters,
  now: Instant,
): readonly ZoneRow[] {
  const { topology } = site;
  const width = chooseGranularity(filters.ranges);
  const entries = numbers.zoneEntries ?? noAnswer;
  const totals = getAnswerValues(entries, getCountingMetric('entries'));
  const series = getAnswerGroups(numbers.zoneSeries ?? noAnswer);
  const expected = getAnswerGroups(numbers.zoneExpected ?? noAnswer);
  const reader = createSeriesReader(site.topology, filters.state.compare.mode, now);
  const captures = getAnswerValues(numbers.zoneCapture ?? noAnswer, getCountingMetric('zoneCapture'));
  // The entries' answer lists the silent devices. Without it they are unknown.
  const told = (devices: readonly number[]) =>
    numbers.zoneEntries ? ([devices, numbers.zoneEntries.coverage.silent] as const) : ([[], []] as const);
  return listTableZones(site, filters)
    .map((zone): ZoneRow => {
      const total = totals.get(String(zone.id));
      const capture = captures.get(String(zone.id));
      const sources = findBoundary(topology, [zone.id]);
      const devices = [...new Set(sources.map((source) => source.deviceId))];
      const buckets = reader(
        series.get(String(zone.id)) ?? noAnswer,
        expected.get(String(zone.id)) ?? noAnswer,
        width,
        filters.ranges,
      );
      const doors = new Set(sources.map((source) => source.passageId));
      return {
        zone,
        parent: topology.zones.find((each) => zone.parentIds.includes(each.id) && each.id !== filters.zone.id) ?? null,
        passageCount: doors.size,
        hasInnerDoor: topology.passages.some(({ id, ends }) => doors.has(id) && ends.some(isInner)),
        entries: {
          ...readPoint(total?.point ?? { state: 'missing' }),
          usual: total?.usual ?? null,
          known: total?.known ?? null,
          times: total?.times ?? null,
          tooFew: total?.tooFew ?? null,
          range: total?.range ?? null,
          expected: total?.expected ?? null,
          buckets,
        },
        capture: isOuter(site, zone.id)
          ? null
          : filters.splits || capture === undefined
            ? noShare
            : { value: readPoint(capture.point).value, usual: capture.usual, range: capture.range },
        coverage: computePartCoverage(...told(devices), filters.spans, now),
      };
    })
    .sort(
      (left, right) => (right.entries.value ?? -1) - (left.entries.value ?? -1) || left.zone.order - right.zone.order,
    );
}

/**
 * Whether the zone has a door to the outside but no passers-by count of its own. People from the street never pass in
 * front of such a zone, so its capture rate is meaningless and may exceed 100 %.
 */
function isOuter({ topology }: Site, zoneId: ZoneId): boolean {
  const ownStreet = topology.passages.some((passage) => passage.footfallOf === zoneId);
  const toOutside = topology.passages.some(({ ends }) =>
    ends.some(
      ({ fromZoneId, toZoneId }) =>
        (fromZoneId === null && toZoneId === zoneId) || (toZoneId === null && fromZoneId === zoneId),
    ),
  );
  return toOutside && !ownStreet;
}

const isInner = ({ fromZoneId, toZoneId }: PassageEnds) => fromZoneId !== null && toZoneId !== null;

const noAnswer: Answer = { data: [], comparison: null };
/** Capture rates exist for all people only, so descriptor filters hide them. */
const noShare = { value: null, usual: null, range: null };
