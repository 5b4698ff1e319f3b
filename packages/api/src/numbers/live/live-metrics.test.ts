import { err, failure, type Instant } from '@atrium/domain/core';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test, vi } from 'vitest';
import { embeddedPoolLimits } from '../../platform/analytics/engine-pools.ts';
import { LiveStream } from '../../platform/bus/live-stream.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { blockQueries } from '../../platform/testing/block-queries.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries } from '../index.ts';
import { plainFacts, scopeOf } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createLive, type LiveRequest } from './live-metrics.ts';
import type { LiveValue } from './live-values.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T10:00:00Z');
let organization = 900;

/** Creates a site with a door and an air sensor, and watches it with a clock that tests move. */
function watched() {
  const site = aSite(organization++, {
    installationId: organization as never,
    timezone: 'UTC',
    zones: [aZone(1, { limit: 10 }), aZone(2)],
    passages: [aDoor(11, null, 1)],
    devices: [aPad(21, 11), anAirSensor(31, 1)],
  });
  const clock = aClock(start + 60_000);
  let listeners = 0;
  const errors: unknown[] = [];
  const inner = createInProcessBus({ error: (fields: unknown) => errors.push(fields) } as never);
  const bus: typeof inner = {
    isWhole: true,
    publish: inner.publish,
    subscribe: (topic, listener) => {
      listeners += 1;
      const stop = inner.subscribe(topic, listener);
      return () => {
        listeners -= 1;
        stop();
      };
    },
  };
  let reads = 0;
  let refusals = 0;
  const signals: (AbortSignal | undefined)[] = [];
  const sites = { topologies: async () => [site], topology: async () => site };
  const answer = createAnswerQueries({ analytics: stores.analytics, sites, ...plainFacts, clock });
  const { liveMetrics, liveInside } = createLive({
    answerQueries: async (scope, queries, signal) => {
      reads += 1;
      signals.push(signal);
      if (refusals === 0) return answer(scope, queries, signal);
      refusals -= 1;
      return queries.map(() => err({ ...failure('OVERLOADED', 'too much'), retryAfter: 0 }));
    },
    sites: {
      topologies: async (scope) => (scope.organizationId === site.organizationId ? [site] : []),
      topology: async (scope, id) =>
        scope.organizationId === site.organizationId && id === site.installationId ? site : null,
    },
    bus,
    clock,
    logError: (_message, error) => errors.push(error),
  });
  const announce = () =>
    bus.publish('readings.stored', {
      organizationId: site.organizationId,
      installationId: site.installationId,
      deviceIds: [],
      metrics: [],
      from: start,
      to: start,
    });
  const request = (metrics: string[], entityIds = [1]) => ({
    organizationId: site.organizationId,
    installationId: site.installationId,
    target: 'ZONE' as const,
    entityIds,
    metrics,
  });
  return {
    site,
    request,
    announce,
    liveMetrics,
    liveInside,
    errors,
    reads: () => reads,
    signals,
    refuse: (times: number) => {
      refusals = times;
    },
    listeners: () => listeners,
    at: (instant: Instant) => {
      clock.time = instant;
    },
    corrected: () => bus.publish('inside.corrected', { installationId: site.installationId }),
    async watch(metrics: string[], entityIds?: number[], target: LiveRequest['target'] = 'ZONE') {
      const stream = await liveMetrics(scopeOf(site.organizationId), { ...request(metrics, entityIds), target });
      if (!stream.ok) throw new Error(stream.error.message);
      return stream.value[Symbol.asyncIterator]();
    },
  };
}

const brief = ({ value }: IteratorResult<LiveValue>) => [
  value.entityId,
  value.metric,
  value.state === 'known' ? value.value : value.state,
];

describe('a viewer', () => {
  test('gets the known values at once, then changes', async () => {
    const { site, announce, watch, errors } = watched();
    await store(stores.analytics, site, [
      { device: 21, metric: 'affluenceIn', at: start - 600_000, value: 5 },
      { device: 21, metric: 'affluenceOut', at: start - 300_000, value: 2 },
      { device: 31, metric: 'co2', at: start - 300_000, value: 600, interval: 0 },
    ]);
    const values = await watch(['affluenceIn', 'inside', 'co2', 'occupancy']);
    const first = [await values.next(), await values.next(), await values.next(), await values.next()];
    expect(first.map(brief)).toEqual([
      [1, 'affluenceIn', 5],
      [1, 'inside', 3],
      [1, 'co2', 600],
      [1, 'occupancy', 30],
    ]);
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start, value: 4 }]);
    announce();
    const changes = [await values.next(), await values.next(), await values.next()];
    expect(changes.map(brief)).toEqual([
      [1, 'affluenceIn', 9],
      [1, 'inside', 7],
      [1, 'occupancy', 70],
    ]);
    await values.return?.();
    expect(errors).toEqual([]);
  });

  test('watches passages and devices as well as zones, each by its own numbers', async () => {
    const { site, announce, watch } = watched();
    await store(stores.analytics, site, [
      { device: 21, metric: 'affluenceIn', at: start - 600_000, value: 5 },
      { device: 31, metric: 'co2', at: start - 300_000, value: 640, interval: 0 },
    ]);
    const [door, pad, sensor] = [
      await watch(['affluenceIn', 'affluenceOut'], [11], 'PASSAGE'),
      await watch(['affluenceIn'], [21], 'DEVICE'),
      await watch(['co2'], [31], 'DEVICE'),
    ];
    const first = [await door.next(), await door.next(), await pad.next(), await sensor.next()];
    expect(first.map(brief)).toEqual([
      [11, 'affluenceIn', 5],
      [11, 'affluenceOut', 0],
      [21, 'affluenceIn', 5],
      [31, 'co2', 640],
    ]);
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start - 300_000, value: 2 }]);
    announce();
    expect([await door.next(), await pad.next()].map(brief)).toEqual([
      [11, 'affluenceIn', 7],
      [21, 'affluenceIn', 7],
    ]);
    await Promise.all([door, pad, sensor].map((one) => one.return?.()));
  });

  test('is refused what cannot be watched: too much at once, and the number of a zone at a door', async () => {
    const { liveMetrics, request, site } = watched();
    const ask = (more: Partial<LiveRequest>) =>
      liveMetrics(scopeOf(site.organizationId), { ...request(['inside']), ...more });
    const many = Array.from({ length: 501 }, () => 1);
    expect(await ask({ entityIds: many })).toMatchObject({ ok: false, error: { field: 'entityIds' } });
    expect(await ask({ entityIds: many.slice(1) })).toMatchObject({ ok: true });
    expect(await ask({ target: 'PASSAGE', entityIds: [11] })).toMatchObject({ ok: false, error: { field: 'target' } });
    expect(await ask({ target: 'DEVICE', metrics: ['co2'], entityIds: [11] })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    });
  });

  test('is told when nothing is known', async () => {
    const { watch } = watched();
    const values = await watch(['inside'], [2]);
    expect(brief(await values.next())).toEqual([2, 'inside', 'missing']);
    await values.return?.();
  });

  test('of another organization, or asking for what is not there, finds nothing', async () => {
    const { liveMetrics, request, site } = watched();
    const refused = [
      await liveMetrics(scopeOf(1), request(['inside'])),
      await liveMetrics(scopeOf(1), { ...request(['inside']), organizationId: 1 }),
      await liveMetrics(scopeOf(site.organizationId), request(['inside'], [77])),
    ];
    expect(refused.map((one) => !one.ok && one.error.code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    const unknown = await liveMetrics(scopeOf(site.organizationId), request(['happiness']));
    expect(unknown).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });
});

describe('a site that is watched', () => {
  test('is no longer read when the last of its viewers has left', async () => {
    const { watch, signals, errors } = watched();
    await blockQueries(stores.analytics, embeddedPoolLimits.question.connections);
    const [one, other] = [await watch(['inside']), await watch(['inside'])];
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    await one.return?.();
    expect(signals[0]?.aborted).toBe(false);
    await other.return?.();
    expect(signals[0]?.aborted).toBe(true);
    expect(errors).toEqual([]);
  });

  test('keeps what is known of it, and is read again, where more was asked than could be read', async () => {
    const { site, watch, announce, reads, refuse, errors } = watched();
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start - 600_000, value: 5 }]);
    refuse(2);
    const values = await watch(['affluenceIn']);
    expect(brief(await values.next())).toEqual([1, 'affluenceIn', 5]);
    expect(reads()).toBe(3);
    refuse(1);
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start, value: 4 }]);
    announce();
    expect(brief(await values.next())).toEqual([1, 'affluenceIn', 9]);
    await values.return?.();
    expect(errors).toEqual([]);
  });

  test('is read once for a hundred viewers, and a burst of readings twice at most', async () => {
    const { site, announce, watch, reads } = watched();
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start - 300_000, value: 1 }]);
    const viewers = await Promise.all(Array.from({ length: 100 }, () => watch(['affluenceIn'])));
    await Promise.all(viewers.map((viewer) => viewer.next()));
    expect(reads()).toBe(1);
    // One read covers everything before it, and one more covers what arrives during it.
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start, value: 1 }]);
    for (let burst = 0; burst < 50; burst++) announce();
    const told = await Promise.all(viewers.map((viewer) => viewer.next()));
    expect(new Set(told.map(({ value }) => value.value))).toEqual(new Set([2]));
    expect(reads()).toBeLessThanOrEqual(3);
    await Promise.all(viewers.map((viewer) => viewer.return?.()));
  });

  test('keeps one value of each pair for a viewer who does not read', async () => {
    const { site, announce, watch } = watched();
    const slow = await watch(['affluenceIn']);
    const quick = await watch(['affluenceIn']);
    await quick.next();
    for (let count = 1; count <= 3; count++) {
      await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start, value: count }]);
      announce();
      await quick.next();
    }
    expect(brief(await slow.next())).toEqual([1, 'affluenceIn', 3]);
    await Promise.all([slow.return?.(), quick.return?.()]);
  });

  test('is read again after a correction of the people inside', async () => {
    const { watch, corrected, reads } = watched();
    const viewer = await watch(['inside']);
    await viewer.next();
    const before = reads();
    await vi.waitFor(
      () => {
        corrected();
        expect(reads()).toBeGreaterThan(before);
      },
      { timeout: 20_000, interval: 300 },
    );
    await viewer.return?.();
  });

  test('is closed when the last viewer leaves', async () => {
    const { watch, listeners } = watched();
    const viewers = [await watch(['inside'])];
    const listening = listeners();
    expect(listening).toBeGreaterThan(0);
    viewers.push(await watch(['co2']));
    expect(listeners()).toBe(listening);
    const waiting = viewers[0]?.next();
    for (const viewer of viewers) await viewer.return?.();
    expect(listeners()).toBe(0);
    expect(await viewers[1]?.next()).toEqual({ done: true, value: undefined });
    await waiting;
  });
});

test('a slow viewer gets the latest value of each pair, whatever happened in between', async () => {
  const stream = new LiveStream<number>(() => {});
  for (let value = 0; value < 10_000; value++) stream.push(`pair ${value % 3}`, value);
  const told = [await stream.next(), await stream.next(), await stream.next()].map(({ value }) => value);
  expect(told).toEqual([9999, 9997, 9998]);
  const waiting = stream.next();
  stream.push('pair 1', -1);
  expect(await waiting).toEqual({ done: false, value: -1 });
});

describe('a list of sites', () => {
  const inside = (organizationId: number, installationIds: number[], zoneIds: number[]) => ({
    ...{ organizationId, installationIds, zoneIds },
  });

  test('is sent the people of all its zones in one message, then what changed', async () => {
    const { site, announce, liveInside, errors, listeners } = watched();
    await store(stores.analytics, site, [
      { device: 21, metric: 'affluenceIn', at: start - 600_000, value: 5 },
      { device: 21, metric: 'affluenceOut', at: start - 300_000, value: 2 },
    ]);
    const scope = scopeOf(site.organizationId);
    const stream = await liveInside(scope, inside(site.organizationId, [site.installationId], [1, 2]));
    if (!stream.ok) throw new Error(stream.error.message);
    const values = stream.value[Symbol.asyncIterator]();
    const told = async () => {
      const { value } = await values.next();
      return (value as readonly LiveValue[]).map((one) => [one.entityId, one.value ?? one.state]);
    };
    expect(await told()).toEqual([
      [1, 3],
      [2, 'missing'],
    ]);
    await store(stores.analytics, site, [{ device: 21, metric: 'affluenceIn', at: start, value: 4 }]);
    announce();
    expect(await told()).toEqual([[1, 7]]);
    expect(listeners()).toBeGreaterThan(0);
    await values.return?.();
    expect([listeners(), errors]).toEqual([0, []]);
  });

  test('finds nothing of another organization, of sites out of sight and of zones elsewhere', async () => {
    const { site, liveInside } = watched();
    const own = scopeOf(site.organizationId);
    const asked = [
      await liveInside(scopeOf(1), inside(1, [site.installationId], [1])),
      await liveInside(own, inside(1, [site.installationId], [1])),
      await liveInside(own, inside(site.organizationId, [site.installationId, 99_999], [1])),
      await liveInside(own, inside(site.organizationId, [site.installationId], [1, 77])),
      await liveInside(own, inside(site.organizationId, [], [1])),
    ];
    expect(asked.map((one) => !one.ok && one.error.code)).toEqual(Array(5).fill('NOT_FOUND'));
    const many = Array.from({ length: 10_001 }, () => 1);
    expect(await liveInside(own, inside(site.organizationId, [site.installationId], many))).toMatchObject({
      ok: false,
      error: { code: 'BAD_INPUT', field: 'zoneIds' },
    });
  });
});
