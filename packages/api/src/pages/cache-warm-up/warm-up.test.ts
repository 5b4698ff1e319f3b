import type { Clock, OrganizationId } from '@atrium/domain/core';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import type { Services } from '../../app/services.ts';
import { countQueries } from '../../numbers/testing/notifying-store.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { buildOverviewRequests } from '../index.ts';
import { type CacheWarmUpDependencies, createCacheWarmUp } from './warm-up.ts';
import { whenIdle } from './when-idle.ts';

const stores = useTestStores();
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
/** Past noon at both sites. */
const now = Date.parse('2026-03-12T12:22:30Z');

const site = (key: string, timezone: string) => `
  - key: ${key}
    name: ${key}
    timezone: ${timezone}
    zones: [{ key: ${key}-floor, name: Floor }]
    passages: [{ key: ${key}-door, from: outside, to: ${key}-floor }]
    devices:
      - { serial: ${key}-PAD, kind: pad, passage: ${key}-door, interval: 300 }
      - { serial: ${key}-POWER, kind: meter, zone: ${key}-floor, metric: electricityConsumption, interval: 300 }
      - { serial: ${key}-AIR, kind: atmosphere, zone: ${key}-floor, interval: 300 }
    events:
      - { name: Permanent, neverEnding: true, metrics: [affluenceIn, affluenceOut, inside, co2, electricityConsumption] }`;

let made = 0;

/** An organization of two sites with past readings, as a server finds it after a start. */
async function world(clock = aClock(now + made * second)) {
  const counted = countQueries(stores.analytics);
  const begin = () => testServices({ db: stores.relational.db, analytics: counted.analytics }, clock);
  const before = begin();
  const key = `here-${made++}`;
  const file = `organization: { name: ${key} }\ninstallations:${site(`${key}-a`, 'Europe/Zurich')}${site(`${key}-b`, 'Asia/Kathmandu')}\n`;
  const applied = await applySiteFile(before.provisioning, file, { dryRun: false, prune: false, within: null });
  expect(applied.problems).toEqual([]);
  const organization = applied.organizationId as OrganizationId;
  const serials = [`${key}-a`, `${key}-b`];
  for (const week of [4, 3, 2, 1]) await send(before, organization, serials, now - week * 7 * day - day, 2 * day);
  await send(before, organization, serials, now - day, day);
  await before.rollups.rollAll(organization, now);
  return { organization, serials, clock, begin, counted };
}

/** Sends readings of every device of both sites, one every five minutes. */
async function send(
  services: Services,
  organization: OrganizationId,
  serials: readonly string[],
  from: number,
  length: number,
  value = 3,
) {
  const first = Math.floor(from / (5 * minute)) * 5 * minute;
  const times = Array.from({ length: Math.floor(length / (5 * minute)) }, (_, index) => first + index * 5 * minute);
  for (const key of serials) {
    const readings = times.flatMap((time) => {
      const at = new Date(time).toISOString();
      return [
        { device: `${key}-PAD`, metric: 'affluenceIn', at, value, interval: 300 },
        { device: `${key}-POWER`, metric: 'electricityConsumption', at, value: time / hour },
        { device: `${key}-AIR`, metric: 'co2', at, value: 500 },
      ];
    });
    for (let place = 0; place < readings.length; place += 1000) {
      const part = readings.slice(place, place + 1000);
      const taken = await services.ingestion.ingestReadings(systemScope(organization), null, part, now + day);
      if (!taken.ok || taken.value.rejected.length > 0) throw new Error(JSON.stringify(taken));
    }
  }
}

/** Returns the answers that a viewer of all sites gets on the overview. */
async function look(services: Services, organization: OrganizationId, clock = aClock(now)) {
  const scope = systemScope(organization);
  const requests = await buildOverviewRequests({ sites: services.sites, clock }, scope);
  const answered = requests.map((request) =>
    services.answerQueries(
      scope,
      request.map((raw) => {
        const query = parseQuery(raw);
        if (!query.ok) throw new Error(query.error.message);
        return query.value;
      }),
    ),
  );
  return (await Promise.all(answered)).flat().map((one) => {
    if (!one.ok) throw new Error(one.error.message);
    return one.value;
  });
}

/** Creates a user of the organization and signs in at the current time of the services. */
async function visit({ access }: Services, organization: OrganizationId) {
  const scope = systemScope(organization);
  const profile = await access.createProfile(scope, presetProfiles.administrator);
  if (!profile.ok) throw new Error(profile.error.message);
  const email = `ada@visits-${organization}.example`;
  const person = { firstName: 'Ada', email, password: 'Visits-pass-1', role: 'admin', profileId: profile.value.id };
  const user = await access.createUser(scope, person as never);
  if (!user.ok) throw new Error(user.error.message);
  expect((await access.signIn({ email, password: 'Visits-pass-1', address: '192.0.2.1' })).ok).toBe(true);
}

/** Builds what a warm-up needs, with an engine that is always idle. `asked` receives the organizations it warms up. */
function recordAsked({ sites, access }: Services, clock: Clock, asked: number[] = []): CacheWarmUpDependencies {
  return {
    answerWhenIdle: async () => [],
    idle: async () => {},
    questionsFor: async ({ organizationId }) => {
      asked.push(organizationId);
      return [];
    },
    loadRecentReadings: async () => null,
    sites,
    latestVisits: access.latestVisits,
    daysWaiting: async () => 0,
    clock,
    failed: (error) => {
      throw error;
    },
  };
}

test('after a warm-up the overview is answered without the engine, with the same numbers', async () => {
  const { organization, begin, counted } = await world();
  const unprepared = begin();
  counted.forget();
  const expected = await look(unprepared, organization);
  expect(counted.asked()).toBeGreaterThan(5);
  expect(expected[0]?.comparison?.length).toBeGreaterThan(0);
  const services = begin();
  await visit(services, organization);
  const asked = await services.cacheWarmUp.warmUp();
  expect(asked).toMatchObject({ organizations: 1, questions: expected.length });
  counted.forget();
  expect(await look(services, organization)).toEqual(expected);
  expect(counted.asked()).toBe(0);
});

test('a correction replaces an answer that a warm-up cached', async () => {
  const { organization, serials, begin, counted } = await world();
  const services = begin();
  await visit(services, organization);
  await services.cacheWarmUp.warmUp();
  const before = await look(services, organization);
  await send(services, organization, serials, now - 7 * day - 2 * hour, hour, 9);
  counted.forget();
  const after = await look(services, organization);
  expect(counted.asked()).toBeGreaterThan(0);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await look(begin(), organization));
});

test('after a change of day an overview is warmed up again, once for each site', async () => {
  const { organization, serials, begin, counted, clock } = await world();
  const services = begin();
  await visit(services, organization);
  const { cacheWarmUp } = services;
  expect(await cacheWarmUp.warmUpNewDays()).toMatchObject({ organizations: 0 });
  await cacheWarmUp.warmUp();
  expect(await cacheWarmUp.warmUpNewDays()).toMatchObject({ organizations: 0, questions: 0 });
  // Ten past midnight in Kathmandu, then in Zurich.
  for (const at of ['2026-03-12T18:25:00Z', '2026-03-12T23:10:00Z']) {
    await send(services, organization, serials, clock.time, Date.parse(at) - clock.time);
    clock.time = Date.parse(at);
    // The organizations of other tests have the same days.
    expect((await cacheWarmUp.warmUpNewDays()).organizations).toBeGreaterThan(0);
    expect(await cacheWarmUp.warmUpNewDays()).toMatchObject({ organizations: 0 });
    counted.forget();
    const expected = await look(begin(), organization, clock);
    const unprepared = counted.asked();
    counted.forget();
    expect(await look(services, organization, clock)).toEqual(expected);
    expect(counted.asked()).toBeLessThan(unprepared / 2);
  }
  clock.time += 8 * day;
  expect(await cacheWarmUp.warmUpNewDays()).toMatchObject({ organizations: 0 });
});

test('the organization visited last comes first, and the bounds hold', async () => {
  // Later than the visits of all other tests.
  const begun = now + (made + 1) * hour;
  const [early, late] = [await world(aClock(begun)), await world(aClock(begun + hour))];
  await visit(early.begin(), early.organization);
  const services = late.begin();
  await visit(services, late.organization);
  expect(await services.access.latestVisits(2)).toEqual([
    { organizationId: late.organization, at: begun + hour },
    { organizationId: early.organization, at: begun },
  ]);
  const round = async (bounds: Parameters<typeof createCacheWarmUp>[1]) => {
    const asked: number[] = [];
    const { warmUp } = createCacheWarmUp(recordAsked(services, late.clock, asked), bounds);
    await warmUp();
    return asked;
  };
  expect(await round({ organizations: 2, sites: 99, ms: minute })).toEqual([late.organization, early.organization]);
  expect(await round({ organizations: 1, sites: 4, ms: minute })).toEqual([late.organization]);
  expect(await round({ organizations: 2, sites: 3, ms: minute })).toEqual([late.organization]);
  expect(await round({ organizations: 2, sites: 1, ms: minute })).toEqual([]);
});

test('an organization of 400 sites is warmed up beside others', async () => {
  const { organization, begin, clock } = await world();
  const services = begin();
  const asked: number[] = [];
  const [site] = (await services.sites.snapshot(systemScope(organization))).sites.values();
  const snapshot = { sites: new Map(Array.from({ length: 400 }, (_, id) => [id, site])) };
  const loaded: number[] = [];
  const { warmUp } = createCacheWarmUp({
    ...recordAsked(services, clock, asked),
    sites: { snapshot: async () => snapshot } as never,
    latestVisits: async () => [8, 9].map((id) => ({ organizationId: id as OrganizationId, at: clock.time })),
    loadRecentReadings: async (_organization, installation) => loaded.push(installation),
  });
  expect(await warmUp()).toMatchObject({ organizations: 2 });
  expect(asked).toEqual([8, 9]);
  expect(loaded).toHaveLength(800);
});

test('a warm-up ends at a stop and by its time limit, also while it waits for an idle engine', async () => {
  const { organization, begin, counted, clock } = await world();
  const services = begin();
  await visit(services, organization);
  const busy = { name: 'question', running: 1, waiting: 0 };
  const background = whenIdle({ ...counted.analytics, lines: () => [busy] });
  const deps = { ...recordAsked(services, clock), idle: background.idle };
  counted.forget();
  expect(await createCacheWarmUp(deps, { organizations: 1, sites: 99, ms: 20 }).warmUp()).toMatchObject({
    organizations: 0,
  });
  const told: unknown[] = [];
  const endless = createCacheWarmUp(deps, { organizations: 1, sites: 99, ms: 600 * minute });
  endless.start((first) => told.push(first));
  await endless.stop();
  expect(told).toEqual([expect.objectContaining({ organizations: 0, questions: 0 })]);
  expect(counted.asked()).toBe(0);
});

test('organizations for which there was no time at a change of day follow in the next round', async () => {
  const clock = aClock(now + (made + 10) * hour);
  const [one, other] = [await world(clock), await world(clock)];
  const services = other.begin();
  await visit(one.begin(), one.organization);
  clock.time += minute;
  await visit(services, other.organization);
  const asked: number[] = [];
  const { warmUp, warmUpNewDays } = createCacheWarmUp(recordAsked(services, clock, asked), {
    organizations: 2,
    sites: 3,
    ms: minute,
  });
  await warmUp();
  await warmUpNewDays();
  expect(asked).toEqual([other.organization, one.organization]);
  clock.time += day;
  await warmUpNewDays();
  await warmUpNewDays();
  await warmUpNewDays();
  expect(asked.slice(2)).toEqual([other.organization, one.organization]);
});
