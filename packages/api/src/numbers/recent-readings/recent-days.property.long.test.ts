import { addDays, type LocalDate, startOfSiteDay, type ZoneId } from '@atrium/domain/core';
import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import {
  addDescriptors,
  computeLeaves,
  type ExtraData,
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
import { createIngestion, type Ingestion } from '../ingest/index.ts';
import { createTestScope as senderOf } from '../ingest/testing/ingest-fixture.ts';
import { createAnswerQueries, type MeasurementDeps } from '../planner/answer-queries.ts';
import { createBalancePlanner } from '../planner/plan/plan-balances.ts';
import { createRollups, type Rollups } from '../rollups/rollups.ts';
import { parseValidQuery, plainFacts, scopeOf } from '../testing/ask.ts';
import { createStoredSite, loadTagFacts } from '../testing/random-world.ts';
import { createRecentDays, type RecentDays } from './recent-days.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const days = 3;
const nothing = { receipts: [], soldDays: [] };
let organization = 91_000;

const logError = (message: string, cause: unknown) => {
  throw new Error(message, { cause });
};

/** A site that receives readings in any order during queries, with a process that restarts. */
class Life {
  readonly #random: Random;
  readonly #site: Topology;
  readonly #first: LocalDate;
  /** Readings not sent yet, in order of time. */
  readonly #coming: TestReading[];
  /** Sent readings by identity. */
  readonly #sent = new Map<string, TestReading>();
  readonly #late: TestReading[] = [];
  /** Manual corrections. */
  readonly #sights: ExtraData['sights'];
  #now: number;
  #underWay: Promise<void>[] = [];
  #rollups!: Rollups;
  #openDays!: RecentDays;
  #ingestion!: Ingestion;
  /** False once readings overlap, which the oracle does not support. */
  #isPlain = true;
  #fillsBefore = 0;

  constructor(random: Random, site: Topology, first: LocalDate) {
    this.#random = random;
    this.#site = site;
    this.#first = first;
    const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, days))];
    this.#now = from + random.below(30) * hour;
    const dates = [0, 1, 2].map((day) => addDays(first, day) as LocalDate);
    this.#sights = random.chance(0.5) ? randomExtraData(random, site, dates).sights : [];
    const stream = randomStream(random, site, from - 3 * hour, to + 5 * hour);
    this.#coming = stream
      .flatMap((reading) => addDescriptors(reading, site))
      .sort((left, right) => dueAt(left) - dueAt(right));
    this.restart();
  }

  readonly #clock = { now: () => this.#now };

  /** Number of loads from the store. */
  get fills(): number {
    return this.#fillsBefore + (this.#openDays?.usage.fills ?? 0);
  }

  /** Loses everything in memory. */
  restart(): void {
    const { analytics } = stores;
    this.#fillsBefore = this.fills;
    const balances = createBalancePlanner(async () => this.#site);
    this.#rollups = createRollups({ analytics, clock: this.#clock, logError, isIngesting: () => false, balances });
    // Some limits are so low that hardly anything stays in memory.
    const bounds = {
      bytes: this.#random.pick([2 ** 14, 2 ** 18, 2 ** 26]),
      readings: this.#random.pick([2000, 100_000]),
    };
    this.#openDays = createRecentDays({ analytics, ledger: this.#rollups.ledger, clock: this.#clock, bounds });
    this.#ingestion = this.#wayIn(this.#openDays);
  }

  #wayIn(openDays?: RecentDays): Ingestion {
    return createIngestion({
      analytics: stores.analytics,
      devices: {
        findDevice: async (_, serial) => {
          const device = this.#site.devices.find(({ id }) => `${id}` === serial);
          return device === undefined
            ? null
            : { device: { ...device, removedAt: null }, installationId: this.#site.installationId };
        },
      },
      bus: { publish: () => {}, subscribe: () => () => {}, isWhole: true },
      clock: this.#clock,
      logError,
      ledger: this.#rollups.ledger,
      ...(openDays !== undefined && { openDays }),
    });
  }

  /** Advances the time and sends most of what is due. */
  goOn(): void {
    this.#now += this.#random.pick([minute, 23 * minute, 3 * hour, 26 * hour]);
    const due = this.#coming.findIndex((one) => dueAt(one) > this.#now);
    const now = this.#coming.splice(0, due < 0 ? this.#coming.length : due);
    const late = now.filter(() => this.#random.chance(0.05));
    this.#late.push(...late);
    const rest = now.filter((one) => !late.includes(one));
    while (rest.length > 0) this.send(rest.splice(0, 1 + this.#random.below(1 + rest.length)));
  }

  /** Starts sending. Whether it was accepted is known once all requests have ended. */
  send(readings: readonly TestReading[], ingestion = this.#ingestion): void {
    const raw = readings.map(rawOf);
    const taken = ingestion
      .ingestReadings(senderOf(this.#site.organizationId), null, raw, this.#now)
      .then((summary) => {
        if (!summary.ok) throw new Error(summary.error.message);
        const rejected = new Set(summary.value.rejected.map(({ index }) => index));
        for (const [index, one] of readings.entries()) if (!rejected.has(index)) this.#sent.set(identityOf(one), one);
      });
    this.#underWay.push(taken);
  }

  async rest(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#underWay = [];
  }

  #some(): TestReading[] {
    const recent = [...this.#sent.values()].filter(({ at }) => at > this.#now - 40 * hour);
    return recent.length === 0
      ? []
      : Array.from({ length: 1 + this.#random.below(30) }, () => this.#random.pick(recent));
  }

  /** Sends readings again, unchanged or corrected. */
  sendAgain(): void {
    const isSame = this.#random.chance(0.3);
    const again = new Map(this.#some().map((one) => [identityOf(one), one]));
    this.send([...again.values()].map((one) => (isSame ? one : { ...one, value: Math.floor(one.value / 2) })));
  }

  sendLate(): void {
    this.send(this.#late.splice(0, 1 + this.#random.below(20)));
  }

  /** Sends longer, overlapping readings, which count only where no finer one does. */
  sendLonger(): void {
    const counts = this.#some().filter(({ metric }) => metric.startsWith('affluence'));
    const longer = counts.map((one) => ({ ...one, at: one.at + minute, interval: 2 * (one.interval ?? 300) }));
    this.#isPlain &&= longer.length === 0;
    this.send(longer);
  }

  /** Writes readings without notifying the cache. */
  async sendBeside(): Promise<void> {
    await this.rest();
    this.send(
      this.#some().map((one) => ({ ...one, value: one.value + 1 })),
      this.#wayIn(),
    );
    await this.rest();
    // A new ingestion, because the old one has cached what is stored.
    this.#ingestion = this.#wayIn(this.#openDays);
  }

  roll = () => this.#rollups.rollAll(this.#site.organizationId, this.#now);

  /** Queries like a page, with posts in progress. */
  async askBeside(): Promise<void> {
    await this.#answers(this.#openDays, this.#questions());
  }

  /** Memory, store and oracle give the same answers. */
  async compare(): Promise<void> {
    await this.rest();
    const questions = this.#questions();
    const found = await this.#answers(this.#openDays, questions);
    const stored = await this.#answers(null, questions);
    for (const [index, { raw, plain }] of questions.entries()) {
      expect(shown(found[index]), JSON.stringify(raw)).toEqual(shown(stored[index]));
      if (this.#isPlain) this.#compareWithOracle(raw, found[index], plain);
    }
  }

  #compareWithOracle(raw: RawQuery, found: unknown, plain: ReturnType<typeof randomQuestion>['plain']): void {
    const world = new World(this.#site, [...this.#sent.values()], { ...nothing, sights: this.#sights }, this.#now);
    const values = new Map(leaves((found as { data: readonly LabelledValue[] }).data));
    for (const { path, value } of computeLeaves(world, plain)) {
      const key = path.map(({ label }) => `/${label}`).join('');
      // Groups without any counts may be listed or not.
      if (values.has(key) || (value ?? 0) !== 0)
        expect([key, rounded(values.get(key) ?? null)], JSON.stringify(raw)).toEqual([key, rounded(value)]);
    }
  }

  #questions() {
    return Array.from({ length: 4 }, () => randomQuestion(this.#random, this.#site, this.#first, days));
  }

  async #answers(openDays: RecentDays | null, questions: readonly { readonly raw: RawQuery }[]) {
    const deps: MeasurementDeps = {
      analytics: stores.analytics,
      sites: { topologies: async () => [this.#site] },
      ...plainFacts,
      facts: loadTagFacts,
      corrections: {
        setPoints: async (_, zoneIds, { from, to }) =>
          this.#sights
            .map((sight) => ({ ...sight, zoneId: sight.zoneId as ZoneId }))
            .filter(({ zoneId, at }) => zoneIds.includes(zoneId) && at >= from && at < to),
      },
      clock: this.#clock,
      ledger: this.#rollups.ledger,
      ...(openDays !== null && { openDays }),
    };
    const queries = questions.map(({ raw }) => parseValidQuery(raw));
    const answers = await createAnswerQueries(deps)(scopeOf(this.#site.organizationId), queries);
    return answers.map((answer) => {
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    });
  }
}

const dueAt = ({ at, interval = 0 }: TestReading) => at + interval * 1000;
const identityOf = ({ device, metric, at, descriptors = '', visitor = '' }: TestReading) =>
  `${device} ${metric} ${at} ${descriptors} ${visitor}`;

/** Converts a reading to what a gateway sends. */
function rawOf({ device, at, descriptors = '', ...rest }: TestReading): Record<string, unknown> {
  const told = descriptors === '' ? [] : descriptors.split(';').map((pair) => pair.split('='));
  return { ...rest, ...Object.fromEntries(told), device: `${device}`, at: new Date(at).toISOString() };
}

/** Sums of parts differ in the last digits by the order of addition. */
const rounded = (value: number | null) =>
  value === null ? null : Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(9));
const shown = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (_, value) => (typeof value === 'number' ? rounded(value) : value)));

function leaves(values: readonly LabelledValue[], above = ''): (readonly [string, number | null])[] {
  return values.flatMap(({ label, value }) =>
    Array.isArray(value)
      ? leaves(value as readonly LabelledValue[], `${above}/${label}`)
      : [[`${above}/${label}`, value as number | null] as const],
  );
}

test('memory, store and readings agree after any order of sending, correcting, querying and restarting', async () => {
  let fills = 0;
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    async (seed, place) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const site = await createStoredSite(stores, taggedSite(random, randomSite(random, organization++, place), first));
      const life = new Life(random, site, first);
      life.goOn();
      for (let step = 0; step < 20; step++) {
        const kind = random.below(14);
        if (kind < 4) life.goOn();
        else if (kind < 6) life.sendAgain();
        else if (kind === 6) life.sendLate();
        else if (kind === 7) life.sendLonger();
        else if (kind === 8 && random.chance(0.5)) await life.sendBeside();
        else if (kind === 9) await life.roll();
        else if (kind === 10) await life.askBeside();
        else if (kind === 11 && random.chance(0.4)) {
          await life.rest();
          life.restart();
        } else await life.compare();
      }
      await life.compare();
      fills += life.fills;
    },
  );
  await fc.assert(runs, { numRuns: process.env.ATRIUM_REHEARSALS === 'long' ? 40 : 2, endOnFailure: true });
  expect(fills).toBeGreaterThan(0);
}, 3_600_000);
