import type { OrganizationId, Span, ZoneId } from '@atrium/domain/core';
import { gatherTurn } from '../../../../platform/concurrency/gather-turn.ts';
import type { SeriesPoint } from '../../read/statements/state-statement.ts';
import type { Evaluation, SeriesInput } from '../evaluation.ts';
import type { SetPointReader } from './set-point-reader.ts';

/** Reads what the sites of an answer ask for together: sites told apart by their corrections would share no statement. */
export function gatherSetPoints(corrections: SetPointReader): SetPointReader {
  interface Ask {
    readonly organizationId: OrganizationId;
    readonly zoneIds: readonly ZoneId[];
    readonly span: Span;
  }
  const gather = gatherTurn((asks: readonly Ask[]) => {
    const { organizationId } = asks[0] as Ask;
    const zoneIds = [...new Set(asks.flatMap((ask) => ask.zoneIds))];
    const from = Math.min(...asks.map(({ span }) => span.from));
    const to = Math.max(...asks.map(({ span }) => span.to));
    const points = corrections.setPoints(organizationId, zoneIds, { from, to });
    return asks.map(async ({ zoneIds: zones, span }) =>
      (await points).filter(({ zoneId, at }) => zones.includes(zoneId) && at >= span.from && at < span.to),
    );
  });
  return { setPoints: (organizationId, zoneIds, span) => gather({ organizationId, zoneIds, span }) };
}

/** Where series are told what is inside: those of one zone with all its doors. Others are counted by doors of their own. */
export async function pointsOfSeries(
  { corrections, topology, series, descriptors }: Evaluation,
  span: Span,
): Promise<SeriesPoint[]> {
  if (descriptors.length > 0) return [];
  const zones = series.map(zoneOf);
  const wanted = [...new Set(zones.filter((zone) => zone !== null))];
  if (wanted.length === 0) return [];
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

/** Where nobody says how many are inside. */
export const doorsAlone: SetPointReader = { setPoints: async () => [] };
