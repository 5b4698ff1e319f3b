import { type Clock, err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import { belongsToZones, findMetric, type MeasurementQuery, type Target } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Bus } from '../../platform/bus/bus.ts';
import { LiveBatches } from '../../platform/bus/live-batches.ts';
import { LiveStream } from '../../platform/bus/live-stream.ts';
import { batchPerTick } from '../../platform/concurrency/event-loop.ts';
import { abortWhenAllAbort } from '../../platform/failures.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { AnswerQueries } from '../index.ts';
import { type LivePair, type LiveValue, readLiveValues, toPairKey } from './live-values.ts';
import { SiteFeed } from './site-feed.ts';

export interface LiveRequest {
  readonly organizationId: number;
  readonly installationId: number;
  readonly target: Target;
  readonly entityIds: readonly number[];
  readonly metrics: readonly string[];
}

export interface LiveDeps {
  readonly answerQueries: AnswerQueries;
  readonly sites: {
    topology(scope: Scope, id: InstallationId): Promise<Topology | null>;
    topologies(scope: Scope): Promise<readonly Topology[]>;
  };
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

export interface InsideRequest {
  readonly organizationId: number;
  readonly installationIds: readonly number[];
  readonly zoneIds: readonly number[];
}

/**
 * Watches the people inside zones of several sites. Yields lists: the current values, then changes. Ends with the
 * iteration.
 */
export type LiveInside = (
  scope: Scope,
  request: InsideRequest,
) => Promise<Result<AsyncIterable<readonly LiveValue[]>, Failure>>;

/** Watches values of one site. Yields the current value of each pair, then changes. Ends with the iteration. */
export type LiveMetrics = (scope: Scope, request: LiveRequest) => Promise<Result<AsyncIterable<LiveValue>, Failure>>;

/** A page shows some dozens of values. More need several subscriptions. */
const maxPairs = 500;
/** A list of sites has one or two zones per site. */
const maxZones = 10_000;

const idsOf: Readonly<Record<Target, (site: Topology) => readonly number[]>> = {
  ZONE: (site) => site.zones.map((zone) => zone.id),
  PASSAGE: (site) => site.passages.map((passage) => passage.id),
  DEVICE: (site) => site.devices.map((device) => device.id),
};

export function createLive({ answerQueries, sites, bus, clock, logError }: LiveDeps): {
  readonly liveMetrics: LiveMetrics;
  readonly liveInside: LiveInside;
} {
  const feeds = new Map<InstallationId, SiteFeed<LivePair, LiveValue>>();
  const answerTogether = batchQueries(answerQueries);
  let stopListening: (() => void) | null = null;

  const liveMetrics: LiveMetrics = async (scope, request) => {
    const site = await sites.topology(scope, request.installationId as InstallationId);
    const problem = check(scope, site, request);
    if (problem !== null || site === null) return err(problem ?? notFound('installation', request.installationId));
    const feed = feeds.get(site.installationId) ?? openFeed(scope, site.installationId);
    const stream = new LiveStream<LiveValue>(() => {
      stop();
      closeIfIdle(site.installationId, feed);
    });
    const stop = feed.watch(stream, pairsOf(request));
    return ok(stream);
  };

  const liveInside: LiveInside = async (scope, request) => {
    const places = findWatchedZones(scope, await sites.topologies(scope), request);
    if (!places.ok) return places;
    const stops: (() => void)[] = [];
    const stream = new LiveBatches<LiveValue>(() => {
      for (const stop of stops) stop();
    });
    for (const { installationId, zoneIds } of places.value) {
      if (zoneIds.length === 0) continue;
      const feed = feeds.get(installationId) ?? openFeed(scope, installationId);
      const pairs = zoneIds.map((entityId) => ({ target: 'ZONE' as const, entityId, metric: 'inside' }));
      const leave = feed.watch(stream, pairs);
      stops.push(() => {
        leave();
        closeIfIdle(installationId, feed);
      });
    }
    return ok(stream);
  };
  return { liveMetrics, liveInside };

  function openFeed({ organizationId }: Scope, installationId: InstallationId): SiteFeed<LivePair, LiveValue> {
    // Access was checked per viewer. Shared values are computed for the organization, whichever viewers remain.
    const scope = systemScope(organizationId);
    const feed = new SiteFeed<LivePair, LiveValue>({
      keyOf: toPairKey,
      read: async (pairs, signal) => {
        const site = await sites.topology(scope, installationId);
        return site === null ? new Map() : readLiveValues(answerTogether, scope, site, pairs, clock.now(), signal);
      },
      isSame: (before, now) => before.value === now.value && before.state === now.state,
      onError: (error) => logError('live values could not be read', error),
    });
    feeds.set(installationId, feed);
    stopListening ??= listen();
    return feed;
  }

  function listen(): () => void {
    const changed = (site: { readonly installationId: number }) =>
      feeds.get(site.installationId as InstallationId)?.changed();
    const stops = [
      bus.subscribe('readings.stored', changed),
      bus.subscribe('inside.corrected', changed),
      bus.subscribe('sales.changed', changed),
      bus.subscribe('bus.missed', () => {
        for (const feed of feeds.values()) feed.changed();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  function closeIfIdle(installationId: InstallationId, feed: SiteFeed<LivePair, LiveValue>): void {
    if (!feed.isIdle) return;
    feeds.delete(installationId);
    if (feeds.size > 0) return;
    stopListening?.();
    stopListening = null;
  }
}

interface WatchedPlace {
  readonly installationId: InstallationId;
  readonly zoneIds: readonly number[];
}

/** Returns the requested zones by site. Fails for a site the viewer does not see, and for a zone of no site. */
function findWatchedZones(
  scope: Scope,
  topologies: readonly Topology[],
  { organizationId, installationIds, zoneIds }: InsideRequest,
): Result<readonly WatchedPlace[], Failure> {
  if (zoneIds.length > maxZones)
    return err(failure('BAD_INPUT', `At most ${maxZones} zones can be watched at once.`, 'zoneIds'));
  const seen = new Map(topologies.map((site) => [site.installationId, site]));
  const ids = [...new Set(installationIds)] as InstallationId[];
  const hidden = ids.find((id) => !seen.has(id) || organizationId !== scope.organizationId);
  if (hidden !== undefined) return err(notFound('installation', hidden));
  const asked = new Set(zoneIds);
  const places = ids.map((installationId) => {
    const { zones } = seen.get(installationId) as Topology;
    return { installationId, zoneIds: zones.map((zone): number => zone.id).filter((id) => asked.has(id)) };
  });
  const known = new Set(places.flatMap((place) => place.zoneIds));
  const missing = zoneIds.find((id) => !known.has(id));
  return missing === undefined ? ok(places) : err(notFound('zone', missing));
}

function pairsOf({ target, entityIds, metrics }: LiveRequest) {
  return [...new Set(entityIds)].flatMap((entityId) =>
    [...new Set(metrics)].map((metric) => ({ target, entityId, metric })),
  );
}

function check(scope: Scope, site: Topology | null, request: LiveRequest): Failure | null {
  if (site === null || request.organizationId !== scope.organizationId)
    return notFound('installation', request.installationId);
  const unknown = request.metrics.find((metric) => findMetric(metric) === undefined);
  if (unknown !== undefined) return failure('BAD_INPUT', `There is no metric "${unknown.slice(0, 60)}".`, 'metrics');
  const misplaced = request.metrics.find((id) => {
    const metric = findMetric(id);
    return request.target !== 'ZONE' && metric !== undefined && belongsToZones(metric);
  });
  if (misplaced !== undefined) return failure('BAD_INPUT', `${misplaced} belongs to zones.`, 'target');
  if (request.entityIds.length * request.metrics.length > maxPairs)
    return failure('BAD_INPUT', `At most ${maxPairs} values can be watched at once.`, 'entityIds');
  const known = new Set(idsOf[request.target](site));
  const missing = request.entityIds.find((id) => !known.has(id));
  return missing === undefined ? null : notFound(request.target.toLowerCase(), missing);
}

function notFound(what: string, id: number): Failure {
  return failure('NOT_FOUND', `There is no ${what} ${id}.`);
}

interface PendingQueries {
  readonly scope: Scope;
  readonly queries: readonly MeasurementQuery[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Batches the queries of an organization within one tick of the event loop, so that a page that watches all sites reads
 * them together. All callers must have the same access. A batch is cancelled when all of its callers have aborted.
 */
export function batchQueries(answerQueries: AnswerQueries): AnswerQueries {
  const ask = batchPerTick((asks: readonly PendingQueries[]) => {
    const together = new Map(
      [...Map.groupBy(asks, ({ scope }) => scope.organizationId).values()].flatMap((alike) => {
        const queries = alike.flatMap((one) => one.queries);
        const signals = alike.flatMap(({ signal }) => signal ?? []);
        const signal = signals.length === alike.length ? abortWhenAllAbort(signals) : undefined;
        const answers = answerQueries((alike[0] as PendingQueries).scope, queries, signal);
        let begin = 0;
        return alike.map((one) => {
          const from = begin;
          begin += one.queries.length;
          return [one, answers.then((all) => all.slice(from, from + one.queries.length))] as const;
        });
      }),
    );
    return asks.map((one) => together.get(one) as ReturnType<AnswerQueries>);
  });
  return (scope, queries, signal) => ask({ scope, queries, signal });
}
