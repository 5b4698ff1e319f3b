import { addDays, dayStart, type LocalDate, type Span } from '@atrium/domain/core';
import type { LabelledValue, RawQuery } from '@atrium/domain/measurements';
import { parseQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { receiptsStore } from '../../sales/index.ts';
import { createRollups, daysOf, type Rollups } from '../rollups/index.ts';
import { plainFacts, scopeOf } from '../testing/ask.ts';
import { type Leaf, leavesOf } from '../testing/oracle/answer.oracle.ts';
import { factsOfTags, randomBeside, randomQuestion, taggedSite, toldApart } from '../testing/oracle/random-question.ts';
import { type Beside, World } from '../testing/oracle/world.oracle.ts';
import { Random } from '../testing/random.ts';
import { places, randomSite, randomStream } from '../testing/random-site.ts';
import { store, type TestReading } from '../testing/readings.ts';
import { createAnswerQueries } from './answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;
const longAfter = Date.parse('2030-01-01T00:00:00Z');
let organization = 60_000;

test('every grouping, filter and aggregation answers what the readings say one by one', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 4 }),
    async (seed, place, days) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const site = await founded(taggedSite(random, randomSite(random, organization++, place), first));
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const beside = randomBeside(random, site, dates);
      const [from, to] = [dayStart(site, first), dayStart(site, addDays(first, days) as LocalDate)];
      const sent = randomStream(random, site, from - 3 * hour, to + 5 * hour);
      const readings = sent.flatMap((reading) => toldApart(reading, site));
      const rollups = rollupsOf(random);
      await deliver(random, site, readings, rollups);
      await sell(site, beside);
      const questions = Array.from({ length: 9 }, () => randomQuestion(random, site, first, days));
      const answerQueries = createAnswerQueries({
        analytics: stores.analytics,
        sites: { topologies: async () => [site] },
        ...plainFacts,
        facts: factsOfTags,
        sales: receiptsStore(stores.relational.db),
        corrections: { setPoints: async (_, ids, span) => sightsWithin(beside, ids, span) },
        clock: { now: () => longAfter },
        ...(rollups === null ? {} : { ledger: rollups.ledger }),
      });
      const queries = questions.map(({ raw }) => checked(raw));
      const answers = await answerQueries(scopeOf(site.organizationId), queries);
      const world = new World(site, readings, beside);
      for (const [index, { raw, plain }] of questions.entries()) {
        const answer = answers[index];
        if (answer === undefined || !answer.ok) throw new Error(`${JSON.stringify(raw)}: ${JSON.stringify(answer)}`);
        compare(raw, flat(answer.value.data), leavesOf(world, plain));
      }
    },
  );
  await fc.assert(runs, { numRuns: 12, endOnFailure: true });
}, 600_000);

/** The site with the ids of one that exists, so that receipts can be its own. */
async function founded(site: Topology): Promise<Topology> {
  const organizationId = await stores.freshOrganization();
  const { rows } = await stores.relational.pool.query(
    `insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
     values ($1, 'site', 'Site', 'UTC', '{"spans": [], "reset": false}', now()) returning id`,
    [organizationId],
  );
  return { ...site, organizationId: organizationId as never, installationId: rows[0].id, currency: 'CHF' };
}

async function sell(site: Topology, { receipts, soldDays }: Beside): Promise<void> {
  const sales = receiptsStore(stores.relational.db);
  await sales.put(
    site,
    receipts.map((one) => ({ ...one, currency: 'CHF' })),
  );
  await sales.cover(site, soldDays);
}

const sightsWithin = ({ sights }: Beside, ids: readonly number[], { from, to }: Span) =>
  sights.flatMap(({ zoneId, at, value }) =>
    ids.includes(zoneId) && from <= at && at < to ? [{ zoneId: zoneId as never, at, value }] : [],
  );

/** Half of the answers are made with rollups of some days. */
function rollupsOf(random: Random): Rollups | null {
  if (random.chance(0.5)) return null;
  return createRollups({
    analytics: stores.analytics,
    clock: { now: () => longAfter },
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
}

/** Wrong first versions, repetitions, no order; days that are rolled up in between and written to again. */
async function deliver(
  random: Random,
  site: Topology,
  readings: readonly TestReading[],
  rollups: Rollups | null,
): Promise<void> {
  const { organizationId, installationId } = site;
  const send = async (some: readonly TestReading[]) => {
    const days = daysOf(some.map(({ at }) => ({ organization: organizationId, installation: installationId, at })));
    const end = await rollups?.ledger.writing(days);
    await store(stores.analytics, site, random.shuffled([...some]));
    end?.();
    const middle = readings[random.below(readings.length)]?.at ?? 0;
    await rollups?.rollAll(organizationId, random.pick([0, middle, longAfter]));
  };
  const wrong = readings.filter(() => random.chance(0.1)).map((reading) => ({ ...reading, value: reading.value + 3 }));
  const repeated = readings.filter(() => random.chance(0.1));
  const late = new Set(readings.filter(() => random.chance(0.05)));
  await send(wrong);
  await send([...readings.filter((one) => !late.has(one)), ...repeated]);
  await send([...late]);
}

function checked(raw: RawQuery) {
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(`${JSON.stringify(raw)}: ${query.error.message}`);
  return query.value;
}

interface Flat {
  readonly path: string;
  readonly value: number | null;
  readonly state: string;
  readonly partial: boolean;
}

function flat(values: readonly LabelledValue[], above = ''): Flat[] {
  return values.flatMap(({ label, value, state, partial }): Flat[] => {
    const path = `${above}/${label}`;
    if (Array.isArray(value)) return flat(value as readonly LabelledValue[], path);
    return [{ path, value: value as number | null, state: state ?? 'known', partial: partial === true }];
  });
}

/** Groups in which nobody was ever counted may be listed or not. */
function compare(raw: RawQuery, found: readonly Flat[], leaves: readonly Leaf[]): void {
  const expected = leaves.map(
    ({ path, value, state, partial }): Flat => ({
      path: path.map(({ label }) => `/${label}`).join(''),
      value,
      state,
      partial: state === 'known' && partial,
    }),
  );
  const inBoth = (one: Flat, others: readonly Flat[]) =>
    (one.value ?? 0) !== 0 || others.some(({ path }) => path === one.path);
  const left = found.filter((one) => inBoth(one, expected)).map(shown);
  const right = expected.filter((one) => inBoth(one, found)).map(shown);
  expect(left, JSON.stringify(raw)).toEqual(right);
}

const shown = ({ path, value, state, partial }: Flat) =>
  `${path} ${value === null ? state : Number(value.toPrecision(9))}${partial ? ' partial' : ''}`;
