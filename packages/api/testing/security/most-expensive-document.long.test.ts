import { metrics } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sizes } from '../../src/platform/graphql/cost/declared-cost.ts';
import { getDeclaredCost } from '../../src/platform/graphql/cost/declared-cost.ts';
import { maxSubscriptionsPerSocket } from '../../src/platform/graphql/limits.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { countSizes, type SiteSnapshot } from '../../src/sites/index.ts';
import { buildDocument, computeShares } from './dearest/document.ts';
import { createMeter, type Meter, type Work } from './dearest/meter.ts';
import { buildRandomPart, type Part, type RandomOptions, varyPart } from './dearest/random-part.ts';
import { searchMostExpensive, type TriedDocument, type WeightedPart } from './dearest/search-most-expensive.ts';
import { openTestEndpoint, type TestEndpoint } from './dearest/test-endpoint.ts';
import { listLeaves, listOperations, type Operation } from './operations/operations.ts';
import { growOrganization } from './world/grow.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
const random = new Random(19);
/** Number of samples per operation, and of rounds that make the most expensive document more expensive. */
const [samplesEach, rounds] = [2, 1];
/** Number of sites in the organization. */
const sites = 30;

/** Maximum work that any document may cause. */
const most = { statements: 1200, bytes: 16_000_000, timesEachReading: 80 };

let world: World;
let meter: Meter;
let snapshot: SiteSnapshot;
let sizes: Sizes;
let asking: RandomOptions;
let limits: Work;
let token: string;
let small: readonly TriedDocument[];
let door: TestEndpoint;
const faults: unknown[] = [];

beforeAll(async () => {
  meter = createMeter(stores.analytics, stores.relational.pool);
  world = await createWorld({ db: stores.relational.db, analytics: meter.analytics });
  const { tenant, readings } = await growOrganization(world, world.ours, sites);
  snapshot = await world.services.sites.snapshot(await world.ours.scope('administrator'));
  sizes = countSizes(snapshot);
  asking = { home: tenant, now: world.clock.now(), random };
  limits = { ...most, rows: readings * most.timesEachReading };
  const signedIn = await world.access.signIn({ email: tenant.email, password, address: '192.0.2.1' });
  if (!signedIn.ok) throw new Error(JSON.stringify(signedIn));
  token = signedIn.value.token;
  door = await open();
  small = await samples();
});

afterAll(() => door.close());

const open = (believed = sizes) =>
  openTestEndpoint({ world, token, sizesOf: async () => believed, onFault: (fault) => faults.push(fault) });

/** Sends a document with these parts; switches to another user when the budget per minute is spent. */
async function send(parts: readonly WeightedPart[], believed = sizes): Promise<TriedDocument> {
  const sent = buildDocument(parts.map(({ part }) => part));
  const isOfHub = parts[0]?.part.operation.schema === world.schemas.hub;
  const { value, ...did } = await meter.during(() => door.post(sent, isOfHub ? '/hub/graphql' : '/v2/graphql'));
  if (value.status !== 429) return { parts, took: { ...did, bytes: Buffer.byteLength(value.text) } };
  await door.close();
  door = await open(believed);
  return send(parts, believed);
}

/** Returns null when the part is refused even by itself. */
function weighed(part: Part, by = sizes): WeightedPart | null {
  const shares = computeShares(part, by);
  return shares && { part, shares };
}

const operations = (kind: Operation['kind'], schema = world.schemas.main) => {
  const fields = schema.getQueryType()?.getFields() ?? {};
  const isCredential = ({ name }: Operation) => getDeclaredCost(fields[name] as never).isCredential === true;
  return listOperations(schema).filter((one) => one.kind === kind && !(kind === 'query' && isCredential(one)));
};

/** Sends each query of the schema by itself, in several accepted variants. */
async function samples(schema = world.schemas.main): Promise<readonly TriedDocument[]> {
  const tried: TriedDocument[] = [];
  for (const operation of operations('query', schema)) {
    // Most random calls of some queries are refused, as too expensive.
    const ways = Array.from({ length: 24 }, () => weighed(buildRandomPart(operation, asking))).filter(
      (one) => one !== null,
    );
    for (const one of ways.slice(0, samplesEach)) tried.push(await send([one]));
  }
  return tried;
}

const excess = (took: Work, of: Work) =>
  (Object.keys(of) as (keyof Work)[]).filter((measure) => took[measure] > of[measure]);

const search = () => ({ random, send, otherwise: ({ part }: WeightedPart) => weighed(varyPart(part, asking)) });

const dearestBy = (measure: keyof Work, all: readonly TriedDocument[]) =>
  all.reduce((best, one) => (one.took[measure] > best.took[measure] ? one : best));

/** Returns documents that exceeded the limits, as they were sent. */
const tooMuchIn = (all: readonly TriedDocument[]) =>
  all
    .filter(({ took }) => excess(took, limits).length > 0)
    .map(({ parts, took }) => [took, buildDocument(parts.map(({ part }) => part))]);

/** Progress output; durations are not checked. */
function say(what: string, { parts, took }: TriedDocument, since: number): void {
  const counts = Map.groupBy(parts, ({ part }) => part.operation.name);
  const names = [...counts].map(([name, { length }]) => `${length} × ${name}`).join(', ');
  const { statements, rows, bytes } = took;
  const ms = Math.round(performance.now() - since);
  process.stdout.write(
    `${what}: ${statements} statements, ${rows} rows, ${bytes} bytes; ${names || 'no part'}; ${ms} ms in all\n`,
  );
}

describe('the most expensive accepted document', () => {
  it('is searched for among all queries', () => {
    expect(operations('query').length).toBeGreaterThan(70);
    const asked = new Set(small.map(({ parts }) => parts[0]?.part.operation.name));
    expect(operations('query').flatMap(({ name }) => (asked.has(name) ? [] : [name]))).toEqual([]);
  });

  it.each(['statements', 'rows', 'bytes'] as const)('stays within the limits, by its %s', async (measure) => {
    const since = performance.now();
    const all = await searchMostExpensive(measure, small, rounds, search());
    say(`the dearest by ${measure}`, dearestBy(measure, all), since);
    expect(tooMuchIn([...small, ...all])).toEqual([]);
  });

  it('causes no internal error, whatever was sent', () => {
    expect(faults).toEqual([]);
  });

  it('would be found if the budget were too large', async () => {
    const rich = { ...sizes, installations: 1000 * sizes.installations };
    await door.close();
    door = await open(rich);
    const dearest = small.filter(({ parts }) => parts[0]?.part.operation.name === 'editedSite');
    const again = dearest.flatMap(({ parts, took }) => {
      const one = weighed((parts[0] as WeightedPart).part, rich);
      return one === null ? [] : [{ parts: [one], took }];
    });
    const all = await searchMostExpensive('statements', again, 0, {
      random,
      send: (parts) => send(parts, rich),
      otherwise: () => null,
    });
    expect(all.some(({ took }) => excess(took, limits).includes('statements'))).toBe(true);
    await door.close();
    door = await open();
  });
});

describe('over a socket', () => {
  it('no query is answered', async () => {
    const [part] = small[0]?.parts ?? [];
    const [word] = await door.listen([buildDocument([(part as WeightedPart).part])]);
    expect(word).toContain('Sockets carry subscriptions only');
  });

  it('the maximum number of the longest value streams does no more work than a document', async () => {
    const since = performance.now();
    const all = metrics.map(({ id }) => id);
    const ids = [...snapshot.sites.keys()].slice(0, 12);
    const streams = operations('subscription').filter(({ isOpen }) => !isOpen);
    // Values of one site are read once for all listeners, so each stream is about another site.
    const parts = Array.from({ length: maxSubscriptionsPerSocket }, (_, index): Part => {
      const site = ids[Math.floor(index / streams.length)];
      const operation = streams[site === undefined ? 0 : index % streams.length] as Operation;
      const part = buildRandomPart(operation, asking);
      if (operation.name !== 'liveMetric' || site === undefined) return part;
      const entityIds = snapshot.sites.get(site)?.topology.zones.map(({ id }) => id) ?? [];
      const named = random.shuffled(all).slice(0, Math.floor(500 / entityIds.length));
      return { ...part, given: { ...part.given, installationId: site, target: 'ZONE', entityIds, metrics: named } };
    });
    const { value: words, ...did } = await meter.during(() => door.listen(parts.map((part) => buildDocument([part]))));
    const told = words.filter((word) => word.includes('"data"'));
    const took = { ...did, bytes: words.join('').length };
    say(`${words.length} streams`, { parts: [], took }, since);
    expect(told.length).toBeGreaterThan(maxSubscriptionsPerSocket / 2);
    expect(excess(took, limits)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('on the hub', () => {
  it('stays within the limits on the hub too', async () => {
    const since = performance.now();
    const few = await samples(world.schemas.hub);
    expect(few.length).toBeGreaterThan(3);
    const all = await searchMostExpensive('statements', few, 0, search());
    say('the dearest on the hub', dearestBy('statements', all), since);
    expect(tooMuchIn([...few, ...all])).toEqual([]);
  });
});

/** After all other tests, because they change and delete the data those need. */
describe('changes', () => {
  /** Mutations that end the session, and those that take a file. */
  const isLeftAlone = (operation: Operation) =>
    operation.isOpen ||
    /^(logout|endViewAs|startViewAs)/.test(operation.name) ||
    listLeaves(operation).some(({ type }) => type === 'File');
  const kinds = () =>
    [world.schemas.main, world.schemas.hub].flatMap((schema) =>
      operations('mutation', schema).filter((one) => !isLeftAlone(one)),
    );
  const tried: TriedDocument[] = [];

  it('the maximum number of one kind makes no more statements than a query', async () => {
    const over: unknown[] = [];
    for (const operation of kinds())
      for (let sample = 0; sample < samplesEach; sample += 1) {
        const one = weighed(buildRandomPart(operation, asking));
        if (one === null) continue;
        const did = await send([one]);
        const times = Math.floor(1 / Math.max(...one.shares));
        if (times * did.took.statements > limits.statements) over.push([operation.name, times, did.took]);
        if (operation.schema === world.schemas.main) tried.push(did);
      }
    expect(over).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each(['statements', 'bytes'] as const)('of all kinds together do no more, by their %s', async (measure) => {
    const since = performance.now();
    const all = await searchMostExpensive(measure, tried, rounds, search());
    say(`the dearest change by ${measure}`, dearestBy(measure, all), since);
    expect(tooMuchIn(all)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
