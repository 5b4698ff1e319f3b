import type { Instant, OrganizationId, Span, ZoneId } from '@atrium/domain/core';
import type { SeriesPoint } from '../../statements/state-statement.ts';
import type { Evaluation, SeriesInput } from '../evaluation.ts';

/** How many people were inside a zone at a moment, as seen by somebody. */
export interface SetPoint {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
}

/** Corrections by hand, wherever they are kept. */
export interface SetPointReader {
  /** In order of time; span.from ≤ at < span.to. */
  setPoints(organizationId: OrganizationId, zoneIds: readonly ZoneId[], span: Span): Promise<readonly SetPoint[]>;
}

/** Where series are told what is inside: those of one zone with all its doors. Others are counted by doors of their own. */
export async function pointsOfSeries(
  { corrections, topology, series, descriptors }: Evaluation,
  span: Span,
): Promise<SeriesPoint[]> {
  if (descriptors.length > 0) return [];
  const zones = series.map(zoneOf);
  const wanted = [...new Set(zones.filter((zone) => zone !== null))];
  const told = await corrections.setPoints(topology.organizationId, wanted, span);
  // Of two at the same instant the later one holds.
  const points = [...new Map(told.map((point) => [`${point.zoneId} ${point.at}`, point])).values()];
  return points.flatMap(({ zoneId, at, value }) =>
    zones.flatMap((zone, index) => (zone === zoneId ? [{ series: index, at, value }] : [])),
  );
}

function zoneOf({ selection: { zoneIds, passageIds, deviceIds } }: SeriesInput): ZoneId | null {
  const [zone] = zoneIds;
  return zone !== undefined && zoneIds.length === 1 && passageIds === null && deviceIds === null ? zone : null;
}
