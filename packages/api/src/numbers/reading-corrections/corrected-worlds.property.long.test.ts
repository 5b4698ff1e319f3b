import { addDays, type Instant, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import {
  type CorrectionKind,
  canCorrect,
  correctionKinds,
  correctReading,
  doConflict,
  listCorrectedSpans,
} from '@atrium/domain/numbers/readings';
import { Random } from '@atrium/testkit/chance';
import {
  addDescriptors,
  computeLeaves,
  randomExtraData,
  randomQuestion,
  taggedSite,
  World,
} from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries } from '../planner/answer-queries.ts';
import { listDays } from '../rollups/roll-up-balances.store.ts';
import { parseValidQuery, scopeOf } from '../testing/ask.ts';
import { createStoredSite, createWorldRollups, pickNow, selectSent, storeWorld } from '../testing/random-world.ts';
import { store } from '../testing/store.ts';
import { correctRollups } from './correct-statements.ts';
import type { SiteChange } from './reading-corrections.store.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 67_000;
/** Kinds of the corrections in worlds in which they change an answer. */
const changing = new Set<CorrectionKind>();

test('every number after corrections is that of readings corrected by hand, and undo gives back the former ones', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 3 }),
    async (seed, place, days) => {
      const random = new Random(seed);
      // The clocks of the place change on the second day.
      const first = addDays(place[1], -1) as LocalDate;
      const drawn = taggedSite(random, randomSite(random, organization++, place), first);
      const site = await createStoredSite(stores, drawn);
      const { organizationId, installationId } = site;
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, days) as LocalDate)];
      const now = pickNow(random, { from, to });
      const beside = randomExtraData(random, site, dates);
      const known = { ...beside, sights: beside.sights.filter(({ at }) => at < now), receipts: [] };
      const sent = selectSent(randomStream(random, site, from - 3 * hour, to + 5 * hour), now);
      const readings = sent.flatMap((reading) => addDescriptors(reading, site));

      let voids: readonly SiteChange[] = [];
      const readChanges = async () => voids;
      const rollups = createWorldRollups(stores, correctRollups(readChanges));
      const told = [{ site, readings: () => readings, beside: known }];
      const deps = await storeWorld(stores, random, told, now, rollups, readChanges);
      const answerQueries = createAnswerQueries(deps);
      const questions = Array.from({ length: 6 }, () => randomQuestion(random, site, first, days));
      const queries = questions.map(({ raw }) => parseValidQuery(raw));
      const ask = () => answerQueries(scopeOf(organizationId), queries);
      const before = JSON.stringify(await ask());

      const wanted = drawChanges(random, readings, [from - 3 * hour, to + 5 * hour], installationId);
      const correct = (some: typeof readings) =>
        some.flatMap((one) => correctReading(wanted, { ...one, descriptors: one.descriptors ?? '' }) ?? []);
      const remaining = correct(readings);
      const change = async (next: readonly SiteChange[], resent: typeof readings) => {
        const spans = wanted.flatMap(listCorrectedSpans);
        const touched = spans.flatMap((span) => listDays(span.from, Math.min(span.to, to + 24 * hour)));
        const end = await rollups.ledger.writing(
          [...new Set(touched)].map((day) => ({ organization: organizationId, installation: installationId, day })),
        );
        voids = next;
        await store(stores.analytics, site, resent);
        end();
        // What a device ever sent is known from rollups until its days are rolled up again.
        if (random.chance(0.5) || listSent(remaining).size < listSent(readings).size)
          await rollups.rollAll(organizationId, Number.MAX_SAFE_INTEGER);
      };
      await change(
        wanted,
        readings.filter((one) => random.chance(0.3) && wanted.some(({ device }) => device === one.device)),
      );
      const world = new World(site, remaining, known, now);
      const answers = await ask();
      if (JSON.stringify(answers) !== before) for (const { kind } of wanted) changing.add(kind);
      for (const [index, answer] of answers.entries()) {
        const { raw, plain } = questions[index] as (typeof questions)[number];
        if (!answer.ok) throw new Error(`${JSON.stringify(raw)}: ${JSON.stringify(answer)}`);
        const expected = computeLeaves(world, plain).map(({ path, value, state, partial }) => ({
          path: path.map(({ label }) => `/${label}`).join(''),
          value,
          state,
          partial: state === 'known' && partial,
        }));
        compare(JSON.stringify({ raw, wanted }), flat(answer.value.data), expected);
      }
      await change([], []);
      expect(JSON.stringify(await ask())).toBe(before);
    },
  );
  await fc.assert(runs, { numRuns: 10, endOnFailure: true });
  expect([...changing].sort()).toEqual([...correctionKinds].sort());
}, 600_000);

const listSent = (readings: readonly TestReading[]) =>
  new Set(readings.map(({ device, metric, descriptors = '' }) => `${device} ${metric} ${descriptors}`));

/** Draws corrections of every kind: of all the time, of whole hours or of odd times, of some metrics or all. */
function drawChanges(
  random: Random,
  readings: readonly TestReading[],
  [from, to]: readonly [Instant, Instant],
  installation: number,
): readonly SiteChange[] {
  const drawn: SiteChange[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const kind = random.pick(correctionKinds);
    const possible = readings.filter(({ metric }) => canCorrect(kind, metric));
    if (possible.length === 0) continue;
    const { device, metric, at, descriptors = '' } = random.pick(possible);
    const step = random.pick([hour, 60_000, 1]);
    const begin = random.chance(0.3) ? from : from + random.below((to - from) / step) * step;
    const end = random.chance(0.3) ? to : begin + (1 + random.below((to - from) / step)) * step;
    const change = { installation, device, kind, from: begin, to: end, lastLevel: null, descriptors: null };
    const all = { ...change, metrics: null, amount: null };
    const amount = random.below(500);
    const changes: Readonly<Record<CorrectionKind, SiteChange>> = {
      void: { ...all, metrics: random.chance(0.7) ? null : [metric] },
      exchange: all,
      shift: { ...all, amount: random.pick([60, 3600, 1234, 7 * 3600]) * random.pick([1, -1]) },
      scale: { ...all, metrics: [metric], amount: random.pick([0.5, 2, 3, 0.1]) },
      set: { ...all, metrics: [metric], amount, descriptors, from: at, to: at + 1 },
      replaced: {
        ...all,
        metrics: [metric],
        amount,
        lastLevel: random.below(900),
        descriptors,
        to: Number.MAX_SAFE_INTEGER,
      },
    };
    const wanted = changes[kind];
    if (drawn.every((one) => one.device !== device || !doConflict(one, wanted))) drawn.push(wanted);
  }
  return drawn;
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

/** Groups without any counts may be listed or not. */
function compare(asked: string, found: readonly Flat[], expected: readonly Flat[]): void {
  const inBoth = (one: Flat, others: readonly Flat[]) =>
    (one.value ?? 0) !== 0 || others.some(({ path }) => path === one.path);
  const shown = ({ path, value, state, partial }: Flat) =>
    `${path} ${value === null ? state : Number(value.toPrecision(9))}${partial ? ' partial' : ''}`;
  const left = found.filter((one) => inBoth(one, expected)).map(shown);
  const right = expected.filter((one) => inBoth(one, found)).map(shown);
  expect(left, asked).toEqual(right);
}
