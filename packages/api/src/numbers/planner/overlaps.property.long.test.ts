import { type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createTestIngestion, present } from '../ingest/testing/ingest-fixture.ts';
import { createRollups } from '../rollups/rollups.ts';
import { listSiteDays } from '../rollups/site-days.ts';
import { createQuerier, during, zones } from '../testing/ask.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const lengths = [5, 15, 30, 60];
const days = ['2026-02-26', '2026-02-27'] as const;
const day = during('2026-02-27/2026-02-28');
let organization = 47_000;

/** One message of a door: people counted from a minute on, and maybe how many of them are women. */
interface Told {
  readonly at: number;
  /** Minutes. */
  readonly length: number;
  readonly women: number | null;
  readonly people: number;
}

/** Builds hours of which a door reports all, some or nothing, in overlapping readings of several lengths. */
function randomlyTold(random: Random, from: number, tellsGender: boolean, finest: number): Told[] {
  const own = lengths.filter((length) => length >= finest);
  return Array.from({ length: 24 }, (_, index) => from + index * hour).flatMap((begin) => {
    const share = random.pick([0, 0.3, 0.7, 1, 1]);
    const told = own
      .filter(() => random.chance(0.6))
      .flatMap((length) =>
        Array.from({ length: 60 / length }, (_, step) => ({ at: begin + step * length * minute, length })),
      )
      .filter(() => random.chance(share));
    // Only the finest of readings with the same start remains.
    const kept = [...Map.groupBy(told, ({ at }) => at).values()].flatMap((same) => same[0] ?? []);
    return kept.map((one) => {
      const women = random.below(one.length);
      return { ...one, women: tellsGender ? women : null, people: women + random.below(one.length) };
    });
  });
}

const minutesOf = ({ at, length }: Told) => Array.from({ length }, (_, index) => at + index * minute);

/** Computes by hand what counts of each reading: its minutes without a finer reading. */
function countedOf(all: readonly Told[]) {
  return all.map((one) => {
    const finer = all.filter(({ length }) => length < one.length);
    const own = minutesOf(one).filter(
      (at) => !finer.some((other) => other.at <= at && at < other.at + other.length * minute),
    );
    const share = own.length / one.length;
    return { at: one.at, people: one.people * share, women: one.women === null ? null : one.women * share };
  });
}

test('each minute of overlapping readings counts once, at every granularity', async () => {
  const runs = fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
    const random = new Random(seed);
    organization += 1;
    const [first, second] = [1, 3].map((number) => organization * 1000 + number) as [number, number];
    const devices = [aPad(first, 11, { serial: 'PAD-1' }), aPad(second, 12, { serial: 'PAD-3' })];
    const site = aSite(organization, {
      installationId: (organization * 10 + 1) as never,
      zones: [aZone(1)],
      passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
      devices,
    });
    const begins = days.map((date) => startOfSiteDay(site, date as LocalDate));
    const told = devices.map((_, index) =>
      begins.flatMap((from) => randomlyTold(random, from, index === 1, random.pick([5, 5, 15]))),
    );

    const sent = told.flatMap((all, index) =>
      all.flatMap(({ at, length, women, people }) => {
        const base = {
          device: devices[index]?.serial,
          metric: 'affluenceIn',
          at: new Date(at).toISOString(),
          interval: length * 60,
        };
        if (women === null) return [{ ...base, value: people }];
        return [
          { ...base, value: women, gender: 'female' },
          { ...base, value: people - women, gender: 'male' },
        ];
      }),
    );
    const rollups = createRollups({
      analytics: stores.analytics,
      clock: aClock(present),
      logError: (message, error) => {
        throw new Error(message, { cause: error });
      },
      isIngesting: () => false,
    });
    const place = { organization: site.organizationId, installation: site.installationId };
    const ofDays = listSiteDays(told.flat().map(({ at }) => ({ ...place, at })));
    const { ingestion, scope } = createTestIngestion(stores.analytics, organization);
    const order = random.shuffled(sent);
    const isRolled = random.chance(0.5);
    while (order.length > 0) {
      const end = await rollups.ledger.writing(ofDays);
      const summary = await ingestion.ingestReadings(scope, null, order.splice(0, 1 + random.below(120)), present);
      expect(summary).toMatchObject({ ok: true, value: { rejected: [] } });
      end?.();
      if (isRolled) await rollups.rollAll(site.organizationId, present);
    }

    const ask = createQuerier(() => stores.analytics, [site], present, { ledger: rollups.ledger });
    const answered = async (more: Partial<RawQuery>, ...conditions: object[]) => {
      const raw = { metric: 'affluenceIn', filters: { conditions: [day, zones(1), ...conditions] }, ...more };
      const answer = await ask(raw as RawQuery);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    };
    const [from, to] = [begins[1] as number, (begins[1] as number) + 24 * hour];
    const asked = told.map((all) => all.filter(({ at }) => from <= at && at < to));
    const counted = asked.map(countedOf);
    const women = { criterion: 'GENDER', values: ['female'] };
    for (const [conditions, amounts] of [
      [[], counted.flat().map(({ at, people }) => ({ at, value: people }))],
      [[women], counted.flat().flatMap(({ at, women: value }) => (value === null ? [] : [{ at, value }]))],
    ] as const) {
      for (const width of [1, 3, 24]) {
        const { data } = await answered({ groupBy: [{ type: 'DATE', granularity: width * 3600 }] }, ...conditions);
        const buckets = Array.from({ length: 24 / width }, (_, index) => from + index * width * hour);
        const expected = buckets.map((begin) =>
          sumOf(amounts.filter(({ at }) => begin <= at && at < begin + width * hour)),
        );
        expect(data.map(toldValue), `${seed} ${width} ${JSON.stringify(conditions)}`).toEqual(expected);
      }
      const { data } = await answered({}, ...conditions);
      expect(data.map(toldValue), `${seed}`).toEqual([sumOf(amounts)]);
    }

    const heard = asked.map((all) => new Set(all.flatMap(minutesOf)).size);
    const whole = await answered({});
    expect(whole.coverage.ratio, `${seed}`).toBeCloseTo(((heard[0] ?? 0) + (heard[1] ?? 0)) / (2 * 24 * 60), 6);
    const changes = await Promise.all(
      [null, 3600, 10_800, 86_400].map(async (granularity) => {
        const { comparison, evolution, comparisonCoverage } = await answered({ granularity, compare: 'PREVIOUS' });
        return JSON.stringify([comparison?.map(toldValue), evolution?.map(toldValue), comparisonCoverage]);
      }),
    );
    expect(new Set(changes).size, `${seed} ${changes.join(' | ')}`).toBe(1);
  });
  await fc.assert(runs, { numRuns: 12, endOnFailure: true });
}, 900_000);

/** To the millionth, because parts are summed in another order. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const toldValue = ({ value }: LabelledValue) => (typeof value === 'number' ? rounded(value) : null);
const sumOf = (amounts: readonly { readonly value: number }[]) =>
  amounts.length === 0 ? null : rounded(amounts.reduce((sum, { value }) => sum + value, 0));
