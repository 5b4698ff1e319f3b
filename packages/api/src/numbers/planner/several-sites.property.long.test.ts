import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { addDescriptors, randomExtraData, randomQuestion, taggedSite } from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { parseValidQuery, scopeOf, zones } from '../testing/ask.ts';
import {
  createRandomRollups,
  createStoredSite,
  pickNow,
  selectKnown,
  selectSent,
  storeWorld,
} from '../testing/random-world.ts';
import { createAnswerQueries } from './answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;

/**
 * Compares the answers of several sites with those of each. Other tests compare one site's answers with its readings.
 */
test('sites queried together, each with its own clock, answer like each site alone', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.tuple(fc.constantFrom(...places), fc.constantFrom(...places)),
    fc.integer({ min: 1, max: 3 }),
    async (seed, where, days) => {
      const random = new Random(seed);
      const first = addDays(where[0][1], -1) as LocalDate;
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const organization = await stores.freshOrganization();
      const rollups = createRandomRollups(stores, random);
      const sites: Topology[] = [];
      for (const [index, [timezone]] of where.entries()) {
        const drawn = shifted(randomSite(random, organization, [timezone, first]), 100 * index);
        sites.push(await createStoredSite(stores, taggedSite(random, drawn, first), organization));
      }
      const [one, other] = sites as [Topology, Topology];
      const now = pickNow(random, { from: startOfSiteDay(one, first), to: startOfSiteDay(one, addDays(first, days)) });
      const readingsOf = (site: Topology) => {
        const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, days))];
        const sent = selectSent(randomStream(random, site, from - 3 * hour, to + 5 * hour), now);
        return sent.flatMap((reading) => addDescriptors(reading, site));
      };
      const told = sites.map((site) => ({
        site,
        readings: () => readingsOf(site),
        beside: selectKnown(randomExtraData(random, site, dates), now),
      }));
      const answerQueries = createAnswerQueries(await storeWorld(stores, random, told, now, rollups));
      const ask = async (queries: readonly RawQuery[]) => {
        const answers = await answerQueries(scopeOf(one.organizationId), queries.map(parseValidQuery));
        return answers.map((answer, index) => {
          if (!answer.ok) throw new Error(`${JSON.stringify(queries[index])}: ${answer.error.message}`);
          return leaves(answer.value.data, clockOf(queries[index] as RawQuery));
        });
      };
      const questions = Array.from({ length: 9 }, () => randomQuestion(random, one, first, days).raw).flatMap(byZone);
      const together = await ask(questions.map((raw) => about(raw, [one, other])));
      for (const [index, raw] of questions.entries()) {
        const found = new Map(together[index]);
        for (const site of sites) {
          const own = site.zones.map(({ id }) => `/${id}`);
          const part = [...found].filter(([path]) => own.some((zone) => path === zone || path.startsWith(`${zone}/`)));
          // Asked alone, so that it shares no statement.
          const [alone = []] = await ask([about(raw, [site])]);
          const told = new Map(alone);
          // An hour that the clock shows twice is merged when several clocks are labelled by local time.
          if (told.size < alone.length) continue;
          expect(known(part, told), JSON.stringify(about(raw, [site]))).toEqual(known(alone, found));
        }
      }
    },
  );
  await fc.assert(runs, {
    numRuns: 6,
    endOnFailure: true,
    // A change of day at half past makes the other site's hours finer; one site's door never reports ages.
    examples: [
      [
        31,
        [
          ['Asia/Beirut', '2026-03-28'],
          ['Europe/Zurich', '2026-10-24'],
        ],
        3,
      ],
    ],
  });
}, 600_000);

/** Copies a site with other ids, because ids are unique within an organization. */
function shifted(site: Topology, by: number): Topology {
  const names = ['id', 'zoneId', 'passageId', 'fromZoneId', 'toZoneId', 'footfallOf'];
  const shift = (key: string, value: unknown) => {
    if (key === 'parentIds') return (value as number[]).map((id) => id + by);
    return names.includes(key) && typeof value === 'number' ? value + by : value;
  };
  return JSON.parse(JSON.stringify(site, shift));
}

/**
 * Groups by zone first. Returns nothing for queries that weigh zones against each other or depend on the other's
 * sensors.
 */
function byZone(raw: RawQuery): RawQuery[] {
  const groups = (raw.groupBy ?? []).filter(({ type }) => type !== 'ZONE' && type !== 'ZONE_ID');
  if (groups.length > 2 || groups.some(({ granularity }) => granularity != null && granularity < 900)) return [];
  if (raw.aggregation?.endsWith('PERCENTAGE')) return [];
  return [{ ...raw, groupBy: [{ type: 'ZONE_ID' }, ...groups], sortBy: null, limit: null }];
}

function about(raw: RawQuery, sites: readonly Topology[]): RawQuery {
  const places = ['ZONES', 'PASSAGES', 'DEVICES'];
  const rest = (raw.filters?.conditions ?? []).filter(({ criterion }) => !places.includes(criterion));
  const all = sites.flatMap((site) => site.zones.map(({ id }): number => id));
  return { ...raw, filters: { operator: 'AND', conditions: [...rest, zones(...all)] } };
}

/** Several calendars are labelled by local time without offsets; their days by date, whenever they begin. */
function clockOf({ groupBy }: RawQuery): RegExp {
  const isDaily = groupBy?.some(({ granularity }) => (granularity ?? 0) >= 86_400);
  return isDaily ? /T[\d:]+(Z|[+-][\d:]+)?$/ : /(?<=T[\d:]+)(Z|[+-][\d:]+)$/;
}

function leaves(values: readonly LabelledValue[], clock: RegExp, above = ''): (readonly [string, string])[] {
  return values.flatMap(({ label, value, state, partial }) => {
    const path = `${above}/${label.replace(clock, '')}`;
    if (Array.isArray(value)) return leaves(value as readonly LabelledValue[], clock, path);
    const shown = value === null ? (state ?? 'missing') : `${Number((value as number).toPrecision(9))}`;
    return [[path, `${shown}${partial === true ? ' partial' : ''}`] as const];
  });
}

/** Groups without any counts may be listed or not. */
function known(found: readonly (readonly [string, string])[], others: ReadonlyMap<string, string>) {
  return found.filter(([path, value]) => !/^(0|missing)/.test(value) || others.has(path)).sort();
}
