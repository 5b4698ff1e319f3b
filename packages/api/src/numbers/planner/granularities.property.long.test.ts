import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { compareModes, type LabelledValue, type RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { addDescriptors, getShifts, randomExtraData, taggedSite } from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { during, parseValidQuery, scopeOf, zones } from '../testing/ask.ts';
import { createStoredSite, pickNow, selectKnown, selectSent, storeWorld } from '../testing/random-world.ts';
import type { Answer } from './answer/answer.ts';
import { createAnswerQueries } from './answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;

/** Metrics whose rows add up to the total. */
const counts = 'affluenceIn affluenceOut footfall queueAbandon numberOfGroups waterConsumption turnover'.split(' ');
const others =
  'captureRate footfallCaptureRate femaleProportion groupSize dwell abandonRate salesConversion co2 comfortScore'.split(
    ' ',
  );
/** Rates of every two kinds of sources, states, and the percentiles of single readings, with their aggregation. */
const rates: readonly (readonly [metric: string, aggregation?: string])[] = [
  ...'captureRate popularity abandonRate salesIndex occupancy binaryOccupancy density'
    .split(' ')
    .map((id): readonly [string] => [id]),
  ...['P25', 'MEDIAN', 'P95'].map((aggregation): readonly [string, string] => ['dwell', aggregation]),
];
/** No grouping, and every width in which the same days can be shown. */
const widths = [null, 3600, 10_800, 86_400, 604_800, 2_592_000];

test('the same question at every granularity has the same total, ratio and change', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(...compareModes),
    async (seed, place, days, mode) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const begins = [0, ...getShifts(mode, days)].slice(0, 5).map((back) => addDays(first, -back) as LocalDate);
      const drawn = taggedSite(random, randomSite(random, 1, place), first);
      const site = await createStoredSite(stores, { ...drawn, closedDates: begins.filter(() => random.chance(0.2)) });
      const spanOf = (begin: LocalDate) => ({
        from: startOfSiteDay(site, begin),
        to: startOfSiteDay(site, addDays(begin, days) as LocalDate),
      });
      const now = pickNow(random, spanOf(first));
      const sent = begins.flatMap((begin) => {
        const { from, to } = spanOf(begin);
        return randomStream(random, site, from, mode === 'PREVIOUS' ? to : to + 2 * hour);
      });
      const readings = selectSent(sent, now).flatMap((reading) => addDescriptors(reading, site));
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const beside = selectKnown(randomExtraData(random, site, dates), now);
      const deps = await storeWorld(stores, random, [{ site, readings: () => readings, beside }], now);
      const answerQueries = createAnswerQueries(deps);
      const answersTo = async (raws: readonly RawQuery[]) => {
        const queries = raws.map((raw) => parseValidQuery(raw));
        const answers = await answerQueries(scopeOf(site.organizationId), queries);
        return answers.map((answer, index): Answer => {
          if (!answer.ok) throw new Error(`${JSON.stringify(raws[index])}: ${answer.error.message}`);
          return answer.value;
        });
      };
      const questions = Array.from({ length: 6 }, () =>
        randomlyAsked(random, site, random.pick([...counts, ...others]), first, days),
      );
      const more = new Random(seed + 1);
      const ofRates = Array.from({ length: 3 }, () => {
        const [metric, aggregation] = more.pick(rates);
        return {
          ...randomlyAsked(more, site, metric, first, days),
          ...(aggregation === undefined ? {} : { aggregation }),
        };
      });
      for (const asked of [...questions, ...ofRates]) {
        const words = `${new Date(now).toISOString()} ${site.timezone} ${site.changeOfDay} ${mode} ${JSON.stringify(asked)}`;
        const wholes = await answersTo(widths.map((granularity) => ({ ...asked, granularity })));
        expect(new Set(wholes.map(wholeOf)).size, `${words}: ${wholes.map(wholeOf).join(' | ')}`).toBe(1);
        const compared = await answersTo(widths.map((granularity) => ({ ...asked, granularity, compare: mode })));
        expect(new Set(compared.map(changeOf)).size, `${words}: ${compared.map(changeOf).join(' | ')}`).toBe(1);
        if (!counts.includes(asked.metric)) continue;
        const whole = wholes[0]?.data[0];
        const cut = await answersTo(
          widths.slice(1).map((granularity) => ({ ...asked, groupBy: [{ type: 'DATE', granularity }] })),
        );
        expect(new Set(cut.map(({ data }) => totalOf(data))), words).toEqual(new Set([totalOf(whole ? [whole] : [])]));
      }
    },
  );
  await fc.assert(runs, { numRuns: 8, endOnFailure: true });
}, 600_000);

/** Builds a query of some zones, maybe limited to some people, hours, weekdays or two separate ranges. */
function randomlyAsked(random: Random, site: Topology, metric: string, first: LocalDate, days: number): RawQuery {
  const day = (number: number) => addDays(first, number) as LocalDate;
  const ranges =
    days >= 3 && random.chance(0.4) ? [`${day(0)}/${day(1)}`, `${day(2)}/${day(days)}`] : [`${day(0)}/${day(days)}`];
  const ids = random.shuffled(site.zones.map(({ id }): number => id)).slice(0, 1 + random.below(2));
  const isSplit = ['affluenceIn', 'affluenceOut', 'footfallCaptureRate'].includes(metric) && random.chance(0.3);
  const conditions = [
    { ...during(ranges[0] as string), values: ranges },
    zones(...ids),
    ...(isSplit ? [{ criterion: 'GENDER', values: ['female'] }] : []),
    ...(random.chance(0.15) ? [{ criterion: 'DAY', operator: 'NOT_IN', values: ['7'] }] : []),
  ];
  const hours = random.chance(0.2) ? { openingOnly: true } : random.chance(0.2) ? { from: '09:00', to: '17:45' } : null;
  return { metric, filters: { conditions }, hours };
}

const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

/** Formats a total. */
function wholeOf({ data, coverage, notTold }: Answer): string {
  const rows = data.map(({ value, state, partial }) => [rounded(value), state, partial]);
  return JSON.stringify([rows, rounded(coverage?.ratio), notTold]);
}

/** Formats a total's comparison and change. */
function changeOf({ comparison, evolution, comparisonCoverage }: Answer): string {
  const values = (rows: readonly LabelledValue[] | null) => (rows ?? []).map(({ value }) => rounded(value));
  const { known, asked } = comparisonCoverage ?? { known: null, asked: null };
  return JSON.stringify([values(comparison), values(evolution), rounded(known), asked]);
}

/** Returns the sum of the known rows; null when none is known. */
function totalOf(rows: readonly LabelledValue[]): unknown {
  const known = rows.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0));
}
