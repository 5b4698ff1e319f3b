import type { OrganizationId, Span, ZoneId } from '@atrium/domain/core';
import { batchPerTick } from '../../../../platform/concurrency/event-loop.ts';
import type { SeriesPoint } from '../../read/statements/balance-statements.ts';
import type { Evaluation, SeriesInput, SetPointReader } from '../evaluation.ts';

/**
 * Batches the reads of an answer's sites. Otherwise their statements would differ by correction and could not be
 * shared.
 */
export function batchSetPoints(corrections: SetPointReader): SetPointReader {
  interface Ask {
    readonly organizationId: OrganizationId;
    readonly zoneIds: readonly ZoneId[];
    readonly span: Span;
  }
  const gather = batchPerTick((asks: readonly Ask[]) => {
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

/** Returns the corrections of series: those of a zone with all its doors. Other series count selected doors only. */
export async function findSeriesPoints(
  { corrections, topology, series, descriptors }: Evaluation,
  span: Span,
): Promise<SeriesPoint[]> {
  if (descriptors.length > 0) return [];
  const zones = series.map(zoneOf);
  const wanted = [...new Set(zones.filter((zone) => zone !== null))];
  if (wanted.length === 0) return [];
  const told = await corrections.setPoints(topology.organizationId, wanted, span);
  // The later one of two at the same instant wins.
  const points = [...new Map(told.map((point) => [`${point.zoneId} ${point.at}`, point])).values()];
  return points.flatMap(({ zoneId, at, value }) =>
    zones.flatMap((zone, index) => (zone === zoneId ? [{ series: index, at, value }] : [])),
  );
}

function zoneOf({ selection: { zoneIds, passageIds, deviceIds } }: SeriesInput): ZoneId | null {
  const [zone] = zoneIds;
  return zone !== undefined && zoneIds.length === 1 && passageIds === null && deviceIds === null ? zone : null;
}

/** Reader without any corrections. */
export const noCorrections: SetPointReader = { setPoints: async () => [] };
