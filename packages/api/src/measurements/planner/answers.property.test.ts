import { dayStart, type Granularity } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/measurements';
import { type MeasurementQuery, parseQuery, type RawQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createRollups, daysOf, type Rollups } from '../rollups/index.ts';
import { during, plainFacts, scopeOf, zones } from '../testing/ask.ts';
import { Random } from '../testing/random.ts';
import { places, randomSite, randomStream } from '../testing/random-site.ts';
import { store, type TestReading } from '../testing/readings.ts';
import { type SlowAnswer, SlowEvaluator } from '../testing/slow-evaluator.oracle.ts';
import { createAnswerQueries } from './answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;
const longAfter = Date.parse('2030-01-01T00:00:00Z');
let organization = 10_000;

interface Question {
  readonly raw: RawQuery;
  readonly expected: readonly (readonly [group: string, answers: readonly SlowAnswer[]])[];
}

test('answers equal those of the slow evaluator, whatever the site, its clocks and the order of arrival', async () => {
  const rollups = createRollups({
    analytics: stores.analytics,
    clock: { now: () => longAfter },
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 3 }),
    async (seed, place, days) => {
      const random = new Random(seed);
      const site = randomSite(random, organization++, place);
      const from = dayStart(site, place[1]);
      const to = from + days * 24 * hour;
      const readings = randomStream(random, site, from - 3 * hour, to + 5 * hour);
      await deliver(random, site, readings, rollups, from);
      // On the clock a day may be shorter or longer: ask by instants, on the sensors' grid.
      const span = { from, to };
      const questions = Array.from({ length: 7 }, () => ask(random, site, readings, span));
      for (const ledger of [[], [rollups.ledger]]) {
        const answerQueries = createAnswerQueries({
          analytics: stores.analytics,
          sites: { topologies: async () => [site] },
          ...plainFacts,
          clock: { now: () => longAfter },
          ...(ledger[0] === undefined ? {} : { ledger: ledger[0] }),
        });
        const answers = await answerQueries(
          scopeOf(site.organizationId),
          questions.map((question) => checked(question.raw)),
        );
        for (const [index, question] of questions.entries()) {
          const answer = answers[index];
          if (answer === undefined || !answer.ok) throw new Error(JSON.stringify(answer));
          compare(question, answer.value.data, ledger.length === 0 ? 'readings' : 'rollups');
        }
      }
    },
  );
  await fc.assert(runs, { numRuns: 20, endOnFailure: true });
}, 300_000);

/** Wrong first versions, repetitions, no order, and rollups of some days at some moment on the way. */
async function deliver(
  random: Random,
  site: Topology,
  readings: Parameters<typeof store>[2],
  rollups: Rollups,
  from: number,
): Promise<void> {
  const { organizationId: organization, installationId: installation } = site;
  const send = async (some: Parameters<typeof store>[2]) => {
    const end = await rollups.ledger.writing(daysOf(some.map(({ at }) => ({ organization, installation, at }))));
    await store(stores.analytics, site, random.shuffled([...some]));
    end();
    const days = random.pick([-100, 0, 1, 2, 100]);
    await rollups.rollAll(organization, from + days * 24 * hour);
  };
  const isLate = new Set(readings.filter(() => random.chance(0.02)));
  const wrong = readings.filter(() => random.chance(0.1)).map((reading) => ({ ...reading, value: reading.value + 3 }));
  const repeated = readings.filter(() => random.chance(0.1));
  await send(wrong);
  await send([...readings.filter((reading) => !isLate.has(reading)), ...repeated.filter((one) => !isLate.has(one))]);
  // Late ones concern few days, so that rolled days stand beside others.
  const days = [...new Set([...isLate].map(({ at }) => Math.floor(at / (24 * hour))))];
  const touched = random.pick(days.length === 0 ? [0] : days);
  const nowOrNever = [...isLate].filter(({ at }) => Math.floor(at / (24 * hour)) !== touched);
  if (nowOrNever.length > 0) await send(nowOrNever);
  if (random.chance(0.5)) await rollups.rollAll(organization, longAfter);
  await send([...isLate].filter((reading) => !nowOrNever.includes(reading)));
}

function ask(
  random: Random,
  site: Topology,
  readings: Parameters<typeof store>[2],
  span: { from: number; to: number },
): Question {
  const width = random.pick([900, 3600, 10_800, 86_400] as const) as Granularity;
  const totals = span.to - span.from <= 48 * hour ? 3600 : 86_400;
  const fine = width === 10_800 && totals === 3600 && site.changeOfDay === '02:30' ? 1800 : totals;
  const base = Math.min(width, fine) as Granularity;
  const slow = new SlowEvaluator(site, readings, base);
  const ids = random.shuffled(site.zones.map((zone) => zone.id)).slice(0, 1 + random.below(3));
  const text = `${new Date(span.from).toISOString()}/${new Date(span.to).toISOString()}`;
  const conditions = [during(text), zones(...ids)];
  const date = { type: 'DATE', granularity: width };
  const kind = random.below(10);
  if (kind === 0) {
    const side = random.pick(['in', 'out'] as const);
    const metric = side === 'in' ? 'affluenceIn' : 'affluenceOut';
    // Each zone by itself, in the site's order.
    const sorted = [...ids].sort((left, right) => left - right);
    return {
      raw: { metric, filters: { conditions }, groupBy: [{ type: 'ZONE_ID' }, date] },
      expected: sorted.map((id) => [`${id}`, slow.flow([id], side, span, width)]),
    };
  }
  if (kind === 1) {
    return {
      raw: {
        metric: 'affluenceIn',
        filters: { conditions },
        groupBy: [{ type: 'GENDER' }, { ...date, granularity: 3600 }],
      },
      expected: ['female', 'male'].map((gender) => [
        gender,
        new SlowEvaluator(site, readings, 3600).flow(ids, 'in', span, 3600, gender),
      ]),
    };
  }
  if (kind === 2) {
    const fold = random.pick(['AVERAGE', 'AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST'] as const);
    return {
      raw: { metric: 'inside', aggregation: fold, filters: { conditions }, groupBy: [date] },
      expected: [['', slow.inside(ids, span, width, fold)]],
    };
  }
  const plain = (metric: string, answers: readonly SlowAnswer[]): Question => ({
    raw: { metric, filters: { conditions }, groupBy: [date] },
    expected: [['', answers]],
  });
  const pick = (metric: string) => (one: TestReading) => (one.metric === metric ? one.value : 0);
  if (kind === 3) return plain('queueAbandon', slow.counted(ids, span, width, pick('queueAbandon')));
  if (kind === 4) {
    const weight = (one: TestReading) => (one.metric === 'dwell' ? (one.weight ?? 1) : 0);
    return plain(
      'dwell',
      slow.counted(ids, span, width, (one) => pick('dwell')(one) * weight(one), weight),
    );
  }
  if (kind === 5) return plain('queueLength', slow.queueLength(ids, span, width));
  if (kind === 6) return plain('waterConsumption', slow.metered(ids, span, width));
  if (kind === 7) return plain('uniqueVisitors', slow.visitors(ids, span, width));
  if (kind === 8) {
    const [id] = ids.slice(0, 1) as unknown as [number];
    const limit = site.zones.find((zone) => zone.id === id)?.limit ?? null;
    const alone = {
      raw: { metric: 'refusals', filters: { conditions: [conditions[0] as never, zones(id)] }, groupBy: [date] },
    };
    return { ...alone, expected: [['', slow.refusals([id], span, width, limit)]] };
  }
  const fold = random.pick(['AVERAGE', 'MIN', 'MAX', 'MEDIAN'] as const);
  return {
    raw: { metric: 'co2', aggregation: fold, filters: { conditions }, groupBy: [date] },
    expected: [['', slow.co2(ids, span, width, fold)]],
  };
}

function checked(raw: RawQuery): MeasurementQuery {
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(query.error.message);
  return query.value;
}

function compare({ raw, expected }: Question, data: readonly LabelledValue[], from: string): void {
  const grouped = new Map(data.map(({ label, value }) => [label, value]));
  for (const [group, answers] of expected) {
    const found = group === '' ? data : (grouped.get(group) as readonly LabelledValue[] | undefined);
    // Nobody of this gender was ever counted: then it isn't listed.
    if (found === undefined && answers.every((answer) => (answer.value ?? 0) === 0)) continue;
    expect(simplify(found ?? []), `${from}: ${JSON.stringify(raw)}`).toEqual(
      answers.map(({ label, value, partial }) => [label, rounded(value), value !== null && partial]),
    );
  }
}

function simplify(values: readonly LabelledValue[]): unknown[] {
  return values.map(({ label, value, partial }) => [label, rounded(value as number | null), partial === true]);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(10));
}
