import {
  addDays,
  daysBetween,
  type Instant,
  instantToWall,
  type LocalDate,
  startOfSiteDay,
  toDaySpan,
  toSiteDay,
} from '@atrium/domain/core';
import type { ExpectedPoint, RawQuery } from '@atrium/domain/numbers';
import { expectedReach } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { expectSlowly, type PlainExpected, type PlainHistory } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries } from '../planner/answer-queries.ts';
import { createRollups } from '../rollups/rollups.ts';
import { listSiteDays } from '../rollups/site-days.ts';
import { during, parseValidQuery, plainFacts, scopeOf } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createExpectedAnswers } from './answer-expected.ts';
import type { DatedEvent } from './unusual-days.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 770_000;

/** Sites with two doors and an air sensor each, that report every hour except in gaps. */
class PlainWorld {
  readonly random: Random;
  readonly sites: readonly Topology[];
  readonly first: LocalDate;
  readonly now: Instant;
  readonly readings = new Map<Topology, TestReading[]>();
  readonly events: ReadonlyMap<number, readonly DatedEvent[]>;

  constructor(seed: number, timezone: string, today: LocalDate) {
    const random = new Random(seed);
    this.random = random;
    organization += 1;
    this.first = addDays(today, -random.pick([40, 70, 100, expectedReach + 20]));
    const day = () => addDays(today, -random.below(60));
    this.sites = [1, 2].slice(0, 1 + random.below(2)).map((id) =>
      aSite(organization, {
        installationId: id as never,
        timezone,
        closedDates: random.chance(0.5) ? [day(), day()] : [],
        zones: [aZone(10 * id)],
        passages: [aDoor(10 * id + 1, null, 10 * id), aDoor(10 * id + 2, null, 10 * id)],
        devices: [
          aPad(10 * id + 3, 10 * id + 1, { interval: 3600 }),
          aPad(10 * id + 4, 10 * id + 2, { interval: 3600 }),
          anAirSensor(10 * id + 5, 10 * id, { interval: 3600 }),
        ],
      }),
    );
    const event = day();
    this.events = new Map([[1, random.chance(0.5) ? [{ name: 'Fair', first: event, last: addDays(event, 1) }] : []]]);
    const site = this.sites[0] as Topology;
    this.now = startOfSiteDay(site, today) + random.below(24) * hour + random.below(3) * 1_200_000;
    for (const one of this.sites) this.readings.set(one, [...this.#draw(one)]);
  }

  *#draw(site: Topology): Iterable<TestReading> {
    const [door, other, air] = site.devices.map(({ id }): number => id) as [number, number, number];
    const level = 5 + this.random.below(80);
    let gap = 0;
    for (let at = startOfSiteDay(site, this.first); at + hour <= this.now; at += hour) {
      gap = gap > 0 ? gap - 1 : this.random.chance(0.004) ? 1 + this.random.below(9) : 0;
      const local = new Date(instantToWall(site.timezone, at)).getUTCHours();
      const mean = local < 7 ? 0 : level * (1 + Math.sin(local / 4)) * (1 + 0.3 * this.random.next());
      const more = { interval: 3600, metric: 'affluenceIn', at };
      yield { ...more, device: door, value: Math.round(mean) };
      if (gap === 0) yield { ...more, device: other, value: this.random.below(20) * Number(local >= 7) };
      if (gap === 0) yield { ...more, metric: 'co2', device: air, value: 400 + Math.round(mean) };
    }
  }

  /** Known values of a site by hour of each day before `end`. */
  hours(site: Topology, metric: string, end: LocalDate): (number | null)[][] {
    const doors = metric === 'co2' ? [site.devices[2]] : site.devices.slice(0, 2);
    const found = new Map<Instant, number[]>();
    for (const { metric: own, at, value } of this.readings.get(site) ?? [])
      if (own === metric) found.set(at, [...(found.get(at) ?? []), value]);
    return Array.from({ length: daysBetween(this.#begin(end), end) }, (_, index) => {
      const { from, to } = toDaySpan(site, addDays(this.#begin(end), index));
      const values = new Array<number | null>(24).fill(null);
      const twice = new Set<number>();
      for (let at = from; at < to; at += hour) {
        const local = new Date(instantToWall(site.timezone, at)).getUTCHours();
        const all = found.get(at) ?? [];
        const isKnown = all.length === doors.length && !twice.has(local);
        values[local] = isKnown ? all.reduce((sum, value) => sum + value, 0) : null;
        twice.add(local);
      }
      return values;
    });
  }

  /** Known values of a site by hour of one day. */
  hoursOf(site: Topology, metric: string, date: string): (number | null)[] {
    return this.hours(site, metric, addDays(date as LocalDate, 1)).at(-1) as (number | null)[];
  }

  #begin(end: LocalDate): LocalDate {
    return addDays(end, -expectedReach);
  }

  /** `until`: hours of the day that are added up; null for hour by hour. `isKnown`: which of them count. */
  history(
    site: Topology,
    metric: string,
    end: LocalDate,
    until: number | null,
    isKnown: (hour: number) => boolean = () => true,
  ): PlainHistory {
    const values = this.hours(site, metric, end);
    const unusual = new Set<number>();
    const mark = (date: LocalDate) => unusual.add(daysBetween(this.#begin(end), date));
    for (const date of site.closedDates) mark(date);
    for (const { first, last } of this.events.get(site.installationId) ?? [])
      for (let date = first; date <= last; date = addDays(date, 1)) mark(date);
    if (until === null)
      return { values, hours: Array.from({ length: 24 }, (_, index) => index), unusual, isFlow: metric !== 'co2' };
    const sums = values.map((day) => {
      const part = day.slice(0, until).filter((_, index) => isKnown(index));
      return [part.includes(null) ? null : part.reduce<number>((sum, value) => sum + (value ?? 0), 0)];
    });
    return { values: sums, hours: [0], unusual, isFlow: true };
  }
}

const places = [
  ['Europe/Zurich', '2026-09-16'],
  ['America/New_York', '2026-08-20'],
  ['Asia/Kolkata', '2026-06-30'],
] as const;

let ranges = 0;

test('every expected value and range is the one of plain loops, at first and from the cache', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.constantFrom(...places),
      async (seed, [timezone, today]) => {
        const world = new PlainWorld(seed, timezone, today as LocalDate);
        const clock = { now: () => world.now };
        const rollups = createRollups({
          analytics: stores.analytics,
          clock,
          logError: (message, cause) => {
            throw new Error(message, { cause });
          },
          isIngesting: () => false,
          balances: { plan: async () => null, fingerprint: async () => '' } as never,
        });
        const { ledger } = rollups;
        const write = async (site: Topology, readings: readonly TestReading[]) => {
          const days = readings.map(({ at }) => ({
            organization: site.organizationId,
            installation: site.installationId,
            at,
          }));
          const end = await ledger.writing(listSiteDays(days));
          await store(stores.analytics, site, readings);
          end();
        };
        for (const [site, readings] of world.readings) await write(site, readings);
        if (world.random.chance(0.5)) await rollups.rollAll(world.sites[0]?.organizationId as never, world.now);
        const sites = { topologies: async () => world.sites };
        const facts = { tagCategories: [], settings: { factors: [], bands: [] } };
        const deps = { ...plainFacts, facts: async () => facts, sites, clock, ledger };
        const answerQueries = createExpectedAnswers({
          ...deps,
          events: async () => world.events,
          findHolidays: async () => new Map(),
        })(createAnswerQueries({ ...deps, analytics: stores.analytics }));
        const check = async () => {
          const days = [today, addDays(today as LocalDate, -8)] as const;
          const questions = days.flatMap((date) => [
            { date, raw: questionOf('affluenceIn', date, true), metric: 'affluenceIn' },
            { date, raw: questionOf('affluenceIn', date, false), metric: 'affluenceIn' },
            ...(world.sites.length === 1 ? [{ date, raw: questionOf('co2', date, true), metric: 'co2' }] : []),
          ]);
          const answers = await answerQueries(
            scopeOf(organization),
            questions.map(({ raw }) => parseValidQuery(raw)),
          );
          for (const [index, answer] of answers.entries()) {
            if (!answer.ok) throw new Error(JSON.stringify(answer.error));
            const { date, metric, raw } = questions[index] as (typeof questions)[number];
            const words = `${seed} ${timezone} ${new Date(world.now).toISOString()} ${JSON.stringify(raw)}`;
            const known = Math.min(...answer.value.knownUntil.values());
            const begin = startOfSiteDay(world.sites[0] as Topology, date as LocalDate);
            const until = raw.groupBy == null ? Math.min(24, Math.max(0, (known - begin) / hour)) : null;
            const whole = world.sites.map((site) => world.history(site, metric, date as LocalDate, until));
            // Where something is missing, the same hours of each site are compared.
            const sums = until === null ? null : world.sites.map((site) => world.hoursOf(site, metric, date));
            const hasGap = sums?.some((hours) => hours.slice(0, until ?? 0).includes(null)) === true;
            const lacks = whole.map((one) => expectSlowly([one], expectedReach, 0).value === null);
            const isPart = until !== null && (hasGap || (lacks.includes(true) && lacks.includes(false)));
            const own = !isPart
              ? whole
              : world.sites.map((site, index) =>
                  world.history(site, metric, date as LocalDate, until, (at) => sums?.[index]?.[at] != null),
                );
            // With less than half of the value comparable, nothing is expected.
            if (isPart && answer.value.data[0]?.expected?.reason === 'gaps') continue;
            for (const { label, value, expected } of answer.value.data) {
              if (expected?.lower != null) ranges += 1;
              const slot = until === null ? Number(label.slice(11, 13)) : 0;
              const plain = expectSlowly(own, expectedReach, slot);
              // Where nothing is expected of the hours that can be compared, they say nothing about the others.
              if (until !== null && plain.value === 0 && value !== 0 && expected?.reason === 'gaps') continue;
              expect(rounded(expected), `${words} ${label}`).toEqual(roundedPlain(plain));
            }
          }
        };
        await check();
        await check();
        // Late readings of another day, also of yesterday.
        const site = world.random.pick(world.sites);
        const late = world.random.pick([1, 1, 3, 20]);
        const from = startOfSiteDay(site, addDays(toSiteDay(site, world.now), -late));
        const corrected = (world.readings.get(site) ?? [])
          .filter(({ at }) => from <= at && at < from + 5 * hour)
          .map((reading) => ({ ...reading, value: reading.value + 7 }));
        await write(site, corrected);
        const isNew = new Map(corrected.map((one) => [`${one.device} ${one.metric} ${one.at}`, one]));
        world.readings.set(
          site,
          (world.readings.get(site) ?? []).map((one) => isNew.get(`${one.device} ${one.metric} ${one.at}`) ?? one),
        );
        await check();
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
  expect(ranges).toBeGreaterThan(100);
}, 600_000);

function questionOf(metric: string, date: string, isByHour: boolean): RawQuery {
  return {
    metric,
    compare: 'EXPECTED',
    filters: { conditions: [during(`${date}/${addDays(date as LocalDate, 1)}`)] },
    ...(isByHour && { groupBy: [{ type: 'DATE', granularity: 3600 }] }),
  };
}

const digits = (value: number | null | undefined) => (value == null ? null : Number(value.toPrecision(9)));

function rounded(point: ExpectedPoint | undefined): unknown {
  const { value, lower, upper, warranty } = point as ExpectedPoint;
  return [digits(value), digits(lower), digits(upper), warranty?.held ?? null, warranty?.of ?? null];
}

function roundedPlain({ value, lower, upper, held, of }: PlainExpected): unknown {
  return [digits(value), digits(lower), digits(upper), held, of];
}
