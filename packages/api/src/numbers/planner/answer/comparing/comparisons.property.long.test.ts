import { addDays, type Granularity, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { compareModes, type LabelledValue, type RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import {
  comparedInProgress,
  comparedMetrics,
  compareSlowly,
  type ExtraData,
  getShifts,
  type PlainComparison,
  randomExtraData,
  taggedSite,
  World,
} from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { during, parseValidQuery, scopeOf, zones } from '../../../testing/ask.ts';
import { createStoredSite, pickNow, selectKnown, selectSent, storeWorld } from '../../../testing/random-world.ts';
import { createAnswerQueries } from '../../answer-queries.ts';
import type { Answer } from '../answer.ts';

const stores = useTestStores();
const hour = 3_600_000;

test('every comparison has the values at the same local time, where both sides are known', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(...compareModes),
    async (seed, place, days, mode) => {
      const random = new Random(seed);
      const first = addDays(place[1], -random.below(2)) as LocalDate;
      // No readings between the queried days and the compared ones.
      const begins = [0, ...getShifts(mode, days)].slice(0, 7).map((back) => addDays(first, -back) as LocalDate);
      const drawn = taggedSite(random, randomSite(random, 1, place), first);
      const closedDates = begins.filter(() => random.chance(0.2));
      const site = await createStoredSite(stores, { ...drawn, closedDates });
      const now = pickNow(random, {
        from: startOfSiteDay(site, first),
        to: startOfSiteDay(site, addDays(first, days)),
      });
      const sent = begins.flatMap((begin) => {
        const [from, to] = [startOfSiteDay(site, begin), startOfSiteDay(site, addDays(begin, days))];
        return randomStream(random, site, from - (mode === 'PREVIOUS' ? 0 : 3 * hour), to);
      });
      const readings = selectSent(sent, now);
      const dates = begins.flatMap((begin) => Array.from({ length: days }, (_, index) => addDays(begin, index)));
      const beside = selectKnown(randomBesides(random, site, dates), now);
      const deps = await storeWorld(stores, random, [{ site, readings: () => readings, beside }], now);
      const goesOn = now < startOfSiteDay(site, addDays(first, days));
      const questions = Array.from({ length: 6 }, () => randomComparison(random, site, first, days, mode, goesOn));
      const answerQueries = createAnswerQueries(deps);
      const raws = questions.flatMap((question) => rawsOf(question));
      const answers = await answerQueries(
        scopeOf(site.organizationId),
        raws.map((raw) => parseValidQuery(raw)),
      );
      for (const question of questions) {
        if (!isAddedUp.has(question.metric)) continue;
        const byWidth = ([null, 3600, 10_800, 86_400, 604_800] as const).flatMap((width) => {
          const [raw] = rawsOf({ ...question, width });
          return raw === undefined ? [] : [parseValidQuery(raw)];
        });
        const told = await answerQueries(scopeOf(site.organizationId), byWidth);
        const sums = told.map((answer) => (answer.ok ? overall(answer.value) : null));
        expect(new Set(sums).size, JSON.stringify([question, sums])).toBe(1);
      }
      const world = new World(site, readings, beside, now);
      for (const [index, raw] of raws.entries()) {
        const answer = answers[index];
        if (answer === undefined || !answer.ok) throw new Error(`${JSON.stringify(raw)}: ${JSON.stringify(answer)}`);
        const question = questions.find((one) => rawsOf(one).some((each) => same(each, raw))) as PlainComparison;
        const { rows: expected, known, asked } = compareSlowly(world, question);
        const { data, comparison, evolution, comparisonCoverage } = answer.value;
        const words = `${site.timezone} ${site.changeOfDay} ${new Date(now).toISOString()} ${JSON.stringify(raw)}`;
        expect(shown(comparison === null ? data : (evolution ?? [])), words).toEqual(
          expected.map(({ label, evolution: value }) => [label, rounded(value)]),
        );
        expect({ known: rounded(comparisonCoverage?.known ?? null), asked: comparisonCoverage?.asked }, words).toEqual({
          known: rounded(known),
          asked,
        });
        if (comparison !== null)
          expect(shown(comparison), words).toEqual(
            expected.map(({ label, comparison: value }) => [label, rounded(value)]),
          );
      }
    },
  );
  await fc.assert(runs, {
    numRuns: 12,
    endOnFailure: true,
    // The only sensor stopped reporting two hours ago, in the middle of an hour.
    examples: [[28, ['Europe/Zurich', '2026-03-28'], 3, 'USUAL']],
  });
}, 600_000);

function randomBesides(random: Random, site: Topology, dates: readonly LocalDate[]): ExtraData {
  const all = dates.map((date) => randomExtraData(random, site, [date]));
  const receipts = all.flatMap((one) => one.receipts).map((one, index) => ({ ...one, receipt: `${index}` }));
  const sights = all.flatMap((one) => one.sights).sort((left, right) => left.at - right.at);
  return { sights, receipts, soldDays: [...new Set(all.flatMap((one) => one.soldDays))] };
}

function randomComparison(
  random: Random,
  site: Topology,
  first: LocalDate,
  days: number,
  mode: PlainComparison['mode'],
  goesOn: boolean,
): PlainComparison {
  const width = random.pick([null, 3600, 86_400] as const);
  const all = site.zones.map(({ id }): number => id);
  return {
    metric: random.pick(goesOn ? comparedInProgress : Object.keys(comparedMetrics)),
    mode,
    periods: [[first, addDays(first, days) as LocalDate]],
    weekdays: null,
    hours: random.chance(0.2) ? 'open' : random.chance(0.2) ? { from: '09:00', to: '17:45' } : null,
    width,
    // Hours, or half-hours where days begin at half past, so that they divide every queried span.
    base: (site.changeOfDay === '02:30' ? 1800 : 3600) as Granularity,
    part: {
      zones: random
        .shuffled(all)
        .slice(0, 1 + random.below(2))
        .sort((a, b) => a - b),
      passages: null,
      devices: null,
    },
  };
}

/** Builds the query with a comparison; for the previous range also as an evolution. */
function rawsOf({ metric, mode, periods, hours, width, part }: PlainComparison): RawQuery[] {
  const plain = {
    metric,
    filters: { conditions: [during(periods.map(([from, to]) => `${from}/${to}`)[0] as string), zones(...part.zones)] },
    groupBy: width === null ? [] : [{ type: 'DATE', granularity: width }],
    hours: hours === 'open' ? { openingOnly: true } : hours,
  };
  const compared = { ...plain, compare: mode };
  return mode === 'PREVIOUS' ? [compared, { ...plain, aggregation: 'EVOLUTION' }] : [compared];
}

/** Metrics whose rows add up to the total. */
const isAddedUp = new Set(['affluenceIn', 'affluenceOut', 'queueAbandon', 'waterConsumption', 'turnover']);

/** Sums the compared rows over what can be compared, with its coverage. The oracle returns each row's change. */
function overall({ comparison, comparisonCoverage }: Answer): string {
  const then = (comparison ?? []).reduce((sum, { value }) => sum + Number(value ?? 0), 0);
  return `${then.toPrecision(7)} of ${comparisonCoverage?.known.toPrecision(7)} days`;
}

const same = (left: RawQuery, right: RawQuery) => JSON.stringify(left) === JSON.stringify(right);

const shown = (values: readonly LabelledValue[]) =>
  values.map(({ label, value }) => [label, rounded(value as number | null)]);
const rounded = (value: number | null) => (value === null ? null : Number(value.toPrecision(9)));
