import { type Failure, granularity, type Instant, type Result } from '@atrium/domain/core';
import { yieldToEventLoop } from '../../../platform/concurrency/event-loop.ts';
import type { Scanner } from '../read/scanner.ts';
import {
  type Plan,
  type Preparation,
  planPrepared,
  prepareQuery,
  type ReadingLengthLookup,
  type SharedTimelines,
} from './plan-query.ts';
import { readReported } from './reporting-places.ts';
import type { ScopedQuery } from './scoped-query.ts';
import { listReadSources } from './sources.ts';

/**
 * Plans a query no finer than the readings it uses. Devices without readings count by their declared interval, and those
 * that never sent the metric do not count, unless none did.
 * `ensureRoom` throws when its statements would be rejected. `shared`: timelines of queries answered together.
 */
export async function planByReadings(
  scopedQuery: ScopedQuery,
  now: Instant,
  scanner: Scanner,
  ensureRoom = () => {},
  shared: SharedTimelines = new Map(),
): Promise<Result<readonly Plan[], Failure>> {
  const preparation = prepareQuery(scopedQuery, now, await readReported(scopedQuery, scanner));
  const lengthOf = preparation.finest < granularity.day ? await readLengths(preparation, scanner) : () => undefined;
  // Cutting a year into hours takes 1–2 ms, and a request may contain sixty queries about a year.
  await yieldToEventLoop();
  ensureRoom();
  return planPrepared(scopedQuery, preparation, lengthOf, shared);
}

/**
 * Reads the reading lengths that may coarsen the query. Devices declared to report often enough matter only if they
 * sent longer readings, which is rare, so only those are read.
 */
async function readLengths({ planned, finest }: Preparation, scanner: Scanner): Promise<ReadingLengthLookup> {
  const lengths = new Map<string, number>();
  const asks = planned.flatMap(({ sites }) =>
    sites.flatMap(({ topology, series, spans }) => {
      const declared = new Map(topology.devices.map(({ id, interval }): [number, number] => [id, interval]));
      const sources = Map.groupBy(
        listReadSources(
          topology,
          series.flatMap((one) => one.sources.flat()),
        ),
        ({ deviceId }) => ((declared.get(deviceId) ?? 0) > finest ? 0 : finest),
      );
      return [...sources].flatMap(([over, those]) => {
        const target = {
          installation: topology.installationId,
          devices: [...new Set(those.map(({ deviceId }) => deviceId))],
          metrics: [...new Set(those.map(({ metric }) => metric))],
        };
        return spans.map((span) => ({ target, span, over }));
      });
    }),
  );
  const [neverSent] = await Promise.all([
    findNeverSent({ planned, finest }, scanner),
    ...asks.map(async ({ target, span, over }) => {
      for (const { device, metric, longest } of await scanner.lengths(target, span, over))
        lengths.set(keyOf(device, metric), Math.max(longest, lengths.get(keyOf(device, metric)) ?? 0));
    }),
  ]);
  for (const key of neverSent) lengths.set(key, 0);
  return (device, metric) => lengths.get(keyOf(device, metric));
}

/**
 * Returns the devices declared too slow for the query that never sent its metric, e.g. the meter beside an air sensor.
 * Empty if no device of the query ever sent it.
 */
async function findNeverSent(
  { planned, finest }: Pick<Preparation, 'planned' | 'finest'>,
  scanner: Scanner,
): Promise<readonly string[]> {
  const found = await Promise.all(
    planned.flatMap(({ sites }) =>
      sites.map(async ({ topology, series }) => {
        const sources = listReadSources(
          topology,
          series.flatMap((one) => one.sources.flat()),
        );
        const used = new Set(sources.map(({ deviceId }): number => deviceId));
        const slow = topology.devices.filter(({ id, interval }) => used.has(id) && interval > finest);
        if (slow.length === 0) return { slow: [], sent: [] };
        const isSlow = new Set(slow.map(({ id }): number => id));
        const sent = await scanner.senders({
          installation: topology.installationId,
          devices: [...used],
          metrics: [...new Set(sources.map(({ metric }) => metric))],
        });
        return {
          slow: sources.flatMap(({ deviceId, metric }) => (isSlow.has(deviceId) ? [keyOf(deviceId, metric)] : [])),
          sent: sent.map(({ device, metric }) => keyOf(device, metric)),
        };
      }),
    ),
  );
  const sent = new Set(found.flatMap((site) => site.sent));
  return sent.size === 0 ? [] : found.flatMap(({ slow }) => slow.filter((key) => !sent.has(key)));
}

const keyOf = (device: number, metric: string) => `${device} ${metric}`;
