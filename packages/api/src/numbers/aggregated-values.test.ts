import type { ZoneId } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import { noChoice, type PageFilters, parseStored, planWidget } from '@atrium/domain/pages/widgets';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { steadyReadings } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { type AggregatedValue, type AskedValues, buildMetricQueries, toAggregatedValue } from './aggregated-values.ts';
import { createAnswerQueries } from './planner/answer-queries.ts';
import { parseValidQuery, plainFacts, scopeOf } from './testing/ask.ts';
import { store } from './testing/store.ts';

const stores = useTestStores();
const utc = (text: string) => Date.parse(`${text}Z`);
const later = utc('2026-12-01T12:00');
let organization = 51_000;

/**
 * A hall (1) with a shop (2) and a café (3). Counters are at its street door and at the doors of both; a sensor in the
 * café measures air.
 */
const hall = () =>
  aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1), aZone(2, { parentIds: [1 as never] }), aZone(3, { parentIds: [1 as never] })],
    passages: [aDoor(11, null, 1), aDoor(12, 1, 2), aDoor(13, 1, 3)],
    devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13), anAirSensor(61, 3)],
  });

function answering(site: Topology) {
  const answerQueries = createAnswerQueries({
    analytics: stores.analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: aClock(later),
  });
  const scope = scopeOf(site.organizationId);
  return {
    answers: (queries: Parameters<typeof answerQueries>[1]) => answerQueries(scope, queries),
    /** Returns the result of the API's `aggregatedValues`. */
    values: async (asked: AskedValues): Promise<AggregatedValue[]> => {
      const queries = buildMetricQueries(asked, site.organizationId);
      if (!queries.ok) throw new Error(queries.error.code);
      return Promise.all(
        queries.value.map(async ({ metric, query }) => {
          const [outcome] = query.ok ? await answerQueries(scope, [query.value]) : [query];
          if (outcome === undefined) throw new Error('no answer');
          return toAggregatedValue(metric, outcome);
        }),
      );
    },
  };
}

const during = (from: string, to: string) => ({
  conditions: [{ criterion: 'DATE', values: [`${from}/${to}`] }],
});
const tuesday = during('2026-05-05', '2026-05-06');

describe('values without live updates (G06)', () => {
  test('are one number per metric, or the reason for none', async () => {
    const site = hall();
    const [from, to] = [utc('2026-05-05T00:00'), utc('2026-05-06T00:00')];
    await store(stores.analytics, site, [
      ...steadyReadings(21, 'affluenceIn', from, to, 3),
      ...steadyReadings(22, 'affluenceIn', from, to, 1),
      ...steadyReadings(22, 'affluenceOut', from, to, 0),
    ]);
    const { values } = answering(site);
    const metrics = ['affluenceIn', 'captureRate', 'co2', 'noSuchMetric'];
    const [entries, capture, air, unknown] = await values({ metrics, zoneIds: [2], filters: tuesday });
    expect(entries).toMatchObject({ value: 288, unit: 'visitors', state: 'known', partial: false, problem: null });
    expect(capture).toMatchObject({ unit: '%', state: 'known' });
    expect(air).toMatchObject({ value: null, unit: 'ppm', state: 'missing', problem: null });
    expect(unknown).toMatchObject({ value: null, state: 'missing', problem: expect.stringContaining('noSuchMetric') });
    const byDoor = await values({
      metrics: ['affluenceIn'],
      passageIds: [11, 12],
      filters: tuesday,
      widgetType: 'table',
    });
    expect(byDoor[0]?.data.map(({ value }) => value)).toEqual([864, 288]);
  });

  test('cover what both ids and filters select, within the organization', () => {
    const asked = { metrics: ['affluenceIn'], zoneIds: [1, 2] };
    const only = (ids: string[]) => ({ conditions: [{ criterion: 'ZONES', values: ids }] });
    const left = buildMetricQueries({ ...asked, filters: only(['2', '3']) }, 1);
    const [one] = left.ok ? left.value : [];
    const plain = { metric: 'affluenceIn', target: 'ZONE', filters: only(['2']), groupBy: [] };
    expect(one?.query).toEqual({ ok: true, value: parseValidQuery(plain) });
    expect(buildMetricQueries({ ...asked, filters: only(['3']) }, 1)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(buildMetricQueries({ ...asked, organizationId: 2 }, 1)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('match the figures and tables of pages about past days', async () => {
    const metrics = ['affluenceIn', 'affluenceOut', 'captureRate', 'co2'] as const;
    const runs = fc.asyncProperty(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.subarray([1, 2, 3], { minLength: 1 }),
      fc.constantFrom('kpis', 'table'),
      async (seed, zoneIds, type) => {
        const random = new Random(seed);
        const site = hall();
        await store(stores.analytics, site, streamOf(random));
        const { answers, values } = answering(site);
        const stored = { id: 1, version: 1, type, title: '', order: 0, metrics: metrics.map((one) => ({ type: one })) };
        const found = parseStored({ ...stored, zoneIds });
        if (found.kind !== 'widget') throw new Error(found.kind);
        const filters: PageFilters = {
          ...{ ranges: [{ from: '2026-05-05', to: '2026-05-07' }], hours: null, weekdays: null, zoneId: null },
          ...{ genders: null, engagements: null, tags: [], compare: 'PREVIOUS' },
          offeredZoneIds: [1 as ZoneId],
        };
        const plan = planWidget(found.widget, { sites: [site], filters, now: later, choice: noChoice });
        if (plan.kind !== 'shown') throw new Error(plan.kind);
        const asked = plan.queries.filter(({ role }) => role === 'data').map(({ query }) => query);
        const shown = await answers(asked.map(parseValidQuery));
        const told = await values({
          metrics,
          zoneIds,
          filters: during('2026-05-05', '2026-05-07'),
          widgetType: type as 'kpis' | 'table',
        });
        expect(asked.map(({ metric }) => metric)).toEqual(metrics);
        for (const [index, answer] of shown.entries()) {
          if (!answer.ok) throw new Error(answer.error.message);
          expect(rows(told[index]?.data ?? []), JSON.stringify(asked[index])).toEqual(rows(answer.value.data));
        }
      },
    );
    await fc.assert(runs, { numRuns: 12, endOnFailure: true });
  }, 120_000);
});

/** Builds two days of readings of every sensor, with some gaps. */
const streamOf = (random: Random) =>
  [
    ...[21, 22, 23].flatMap((pad) => ['affluenceIn', 'affluenceOut'].map((metric) => [pad, metric] as const)),
    [61, 'co2'] as const,
  ].flatMap(([device, metric]) =>
    Array.from({ length: 48 }, (_, index) => utc('2026-05-05T00:00') + index * 3_600_000)
      .filter(() => random.chance(0.9))
      .flatMap((at) => steadyReadings(device, metric, at, at + 3_600_000, random.below(metric === 'co2' ? 1200 : 4))),
  );

const rows = (data: readonly LabelledValue[]) =>
  data.map(({ label, value, state, partial }) => [label, value, state ?? 'known', partial === true]);
