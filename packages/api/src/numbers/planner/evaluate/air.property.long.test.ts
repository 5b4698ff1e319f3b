import { addDays, type LocalDate, startOfSiteDay, toDaySpan, type ZoneId } from '@atrium/domain/core';
import { type Band, type DatedBand, defaultBands, defaultSettings, type RawQuery } from '@atrium/domain/numbers';
import { getWorstComfort } from '@atrium/domain/pages';
import {
  type AirAnswer,
  findWorstSpell,
  getSpellGranularity,
  getStepWidth,
  judgeAir,
  parseAirSeries,
  parseComforts,
  parseExtremes,
  toComfortQueries,
  toExtremeQueries,
  toSpellQuery,
} from '@atrium/domain/pages/air';
import { Random } from '@atrium/testkit/chance';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const step = 300_000;
let organization = 91_000;

/** A floor (1) with two rooms; two sensors in the second. Open from 8:30 to 12:00 and from 13:00 to 18:00. */
const sensors: readonly (readonly [device: number, zone: number])[] = [
  [61, 2],
  [62, 3],
  [63, 3],
];
const hours = [
  [510, 720],
  [780, 1080],
] as const;
const site = () =>
  aSite(organization++, {
    timezone: 'Europe/Zurich',
    zones: [aZone(1), aZone(2, { parentIds: [1 as ZoneId] }), aZone(3, { parentIds: [1 as ZoneId] })],
    devices: sensors.map(([device, zone]) => anAirSensor(device, zone)),
    openingHours: {
      reset: false,
      spans: ([1, 2, 3, 4, 5, 6, 7] as const).flatMap((day) =>
        hours.map(([from, to]) => ({
          begin: [day, Math.floor(from / 60), from % 60] as const,
          end: [day, Math.floor(to / 60), to % 60] as const,
        })),
      ),
    },
  });

const own: Band = { below: [500, 700, 900, 1100] };
const edges = { co2: [800, 1000, 1400], own: [700, 900, 1100], high: [26, 27, 29], low: [19, 18, 16] } as const;

test('an air page matches the readings of random days and rates them like the comfort score', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom('2026-03-28', '2026-05-04', '2026-10-24'),
    fc.boolean(),
    async (seed, first, hasOwn) => {
      const random = new Random(seed);
      const place = site();
      const days = [first, addDays(first, 1)] as LocalDate[];
      const end = startOfSiteDay(place, addDays(first, 2));
      const now = random.chance(0.5)
        ? end + 86_400_000
        : toDaySpan(place, days[1] as LocalDate).from + step * random.below(288) + 60_000;
      const readings = randomAir(random, startOfSiteDay(place, first), Math.min(end, now));
      await store(stores.analytics, place, readings);
      const bands: DatedBand[] = hasOwn ? [{ metric: 'co2', country: null, since: '2026-01-01', band: own }] : [];
      const settings = { ...defaultSettings, bands };
      const ask = createQuerier(() => stores.analytics, [place], now, {
        facts: async () => ({ tagCategories: [], settings }),
      });
      const answerOf = async (query: RawQuery): Promise<AirAnswer> => {
        const answer = await ask(query);
        if (!answer.ok) throw new Error(JSON.stringify(answer.error));
        return answer.value as unknown as AirAnswer;
      };
      const bandOf = (metric: string) => (metric === 'co2' && hasOwn ? own : (defaultBands[metric] as Band));
      const question = {
        partsBy: 'ZONE_ID',
        partZoneIds: [1, 2, 3] as ZoneId[],
        metrics: ['co2', 'temperature'],
        ranges: [{ from: first as LocalDate, to: addDays(first, 2) }],
        hours: 'all',
        day: null,
        calendar: place,
      } as const;
      const asked = toExtremeQueries(question, bandOf);
      const answers = await Promise.all(asked.map(({ query }) => answerOf(query)));
      const judged = judgeAir(parseAirSeries(asked, answers, { now, calendar: place }), bandOf, {
        places: ['2', '3', '1'],
        isWhole: true,
      });
      const counted = readings.filter((one) => hours.some(([from, to]) => clock(one.at) >= from && clock(one.at) < to));
      const worst = worstReadings(counted, hasOwn);
      expect(judged.state).toBe(
        counted.length === 0 ? 'none' : worst.length === 0 ? 'good' : worst[0]?.rank === 0 ? 'fair' : 'poor',
      );
      if (judged.worst !== null) {
        const spot = judged.worst;
        const answer = await answerOf(toSpellQuery(question, spot));
        const course = answer
          ? parseExtremes(answer, getStepWidth(answer, getSpellGranularity(spot.span)), { now, calendar: place })
          : [];
        const spell = findWorstSpell(course, bandOf(spot.metric), spot.side);
        const spells = worst.map((one) => spellAround(one, counted));
        expect(spells).toContainEqual({
          zone: Number(spot.place),
          metric: spot.metric,
          from: spell?.from,
          to: spell?.to,
          peak: spell?.peak,
          limit: spell?.limit,
        });
      }
      const scores = toComfortQueries(question);
      const comforts = parseComforts(
        new Map(
          await Promise.all([...scores].map(async ([metric, query]) => [metric, await answerOf(query)] as const)),
        ),
      );
      const whole = getWorstComfort([...comforts.values()]);
      const during = { criterion: 'DATE', values: [`${first}/${addDays(first, 2)}`] };
      const widget = await answerOf({
        metric: 'comfortScore',
        filters: { conditions: [zones(1), during] },
        hours: { openingOnly: true },
      });
      expect(whole?.score ?? null).toBe(widget?.data[0]?.value ?? null);
      expect(comforts.get('1') ?? null).toEqual(whole);
      expect(whole?.score ?? null).toBe(comfortSlowly(counted, hasOwn));
    },
  );
  await fc.assert(runs, { numRuns: 25, endOnFailure: true });
}, 300_000);

/** Returns local minutes since midnight. */
function clock(at: number): number {
  const [hour = 0, minute = 0] = wall.format(at).split(':').map(Number);
  return 60 * hour + minute;
}

const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', hour: '2-digit', minute: '2-digit' });

interface Rated extends TestReading {
  readonly rank: number;
  readonly depth: number;
  readonly limit: number;
  readonly scale: readonly [number, number, number];
}

const beyond = (one: TestReading, scale: readonly number[], limit: number) =>
  one.metric === 'co2'
    ? one.value >= limit
    : (scale[0] as number) > (scale[2] as number)
      ? one.value < limit
      : one.value > limit;

/** Returns the worst of the readings beyond good. */
function worstReadings(readings: readonly TestReading[], hasOwn: boolean): readonly Rated[] {
  const rated = readings.flatMap((one): Rated[] =>
    (one.metric === 'co2' ? [hasOwn ? edges.own : edges.co2] : [edges.high, edges.low]).flatMap((scale) => {
      const rank = scale.filter((limit) => beyond(one, scale, limit)).length - 1;
      if (rank < 0) return [];
      const width = rank === 0 ? Math.abs(scale[1] - scale[0]) : Math.abs(scale[2] - scale[1]);
      return [
        {
          ...one,
          rank,
          scale,
          limit: scale[rank] as number,
          depth: Math.abs(one.value - (scale[rank] as number)) / width,
        },
      ];
    }),
  );
  const rank = Math.max(...rated.map((one) => one.rank));
  const among = rated.filter((one) => one.rank === rank);
  const depth = Math.max(...among.map((one) => one.depth));
  return among.filter((one) => one.depth > depth - 1e-9);
}

/** Returns the span around a reading in which some sensor of its room was beyond the same limit, reading by reading. */
function spellAround(worst: Rated, readings: readonly TestReading[]) {
  const zoneOf = (device: number) => sensors.find(([id]) => id === device)?.[1];
  const isBad = (at: number) =>
    readings.some(
      (one) =>
        one.at === at &&
        one.metric === worst.metric &&
        zoneOf(one.device) === zoneOf(worst.device) &&
        beyond(one, worst.scale, worst.limit),
    );
  let [from, to] = [worst.at, worst.at + step];
  while (isBad(from - step)) from -= step;
  while (isBad(to)) to += step;
  return { zone: zoneOf(worst.device), metric: worst.metric, from, to, peak: worst.value, limit: worst.limit };
}

/** Returns the worst of the sensors' means on their scales, 5 to 1. */
function comfortSlowly(readings: readonly TestReading[], hasOwn: boolean): number | null {
  const means = Map.groupBy(readings, ({ device, metric }) => `${device} ${metric}`);
  const scores = [...means.values()].map((list) => {
    const mean = list.reduce((sum, { value }) => sum + value, 0) / list.length;
    const best = list[0]?.metric === 'co2' ? mean < (hasOwn ? 500 : 600) : mean >= 20 && mean <= 24;
    const [bad] = worstReadings([{ ...(list[0] as TestReading), value: mean }], hasOwn);
    return bad ? 3 - bad.rank : best ? 5 : 4;
  });
  return scores.length === 0 ? null : Math.min(...scores);
}

/** Builds good air with spells of bad air and gaps, by day and by night. */
function randomAir(random: Random, from: number, to: number): TestReading[] {
  const readings: TestReading[] = [];
  for (const [device] of sensors)
    for (const metric of ['co2', 'temperature']) {
      if (random.chance(0.1)) continue;
      const worst = random.below(10);
      let [left, level] = [0, 0];
      for (let at = from; at < to; at += step) {
        if (left-- <= 0) {
          left = 3 + random.below(40);
          level = random.chance(0.75) ? 0 : random.chance(0.2) ? -1 : 1 + random.below(1 + worst);
        }
        if (level < 0) continue;
        const sign = (device + left) % 2 === 0 && device === 61 ? -1 : 1;
        const value =
          metric === 'co2' ? 560 + 70 * level + random.below(60) : 22 + sign * level * 0.7 + random.below(9) / 10;
        readings.push({ device, metric, at, value });
      }
    }
  return readings;
}
