import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { Topology } from '@atrium/domain/sites';
import { World } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { buildSchemas } from '../../../app/schema.ts';
import type { Services } from '../../../app/services.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { openSeededDemo } from '../testing/seeded-demo.ts';
import { type ApiDashboard, dashboardFields, listCustomFigures } from './custom-figures.oracle.ts';
import { computeNumbers, flattenNumbers } from './plain-figure.oracle.ts';
import { type Figure, listSectionFigures } from './section-figures.oracle.ts';

const stores = useTestStores();
/** A Friday afternoon in Europe: the sites are open, and the day is not over. */
const now = Date.parse('2026-03-06T13:30:00Z');
/** Number of days the longest page looks back, plus one to count the people already inside. */
const historyDays = 9;

let services: Services;
let scope: Scope;
let sites: readonly Topology[];
let worlds: readonly World[];

beforeAll(async () => {
  ({ services, scope, sites } = await openSeededDemo(stores, { now, historyDays }));
  worlds = await Promise.all(sites.map(worldOf));
}, 240_000);

/** Returns a site with all its readings as they were sent. */
async function worldOf(site: Topology): Promise<World> {
  const readings = await stores.analytics.query<TestReading>({
    sql: `SELECT metric, device, at, descriptors, visitor, value, weight, interval FROM readings
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} ORDER BY version`,
    params: { organization: site.organizationId, installation: site.installationId },
  });
  // The history has readings per quarter of an hour, although the devices report more often from now on.
  const devices = site.devices.map((device) => ({ ...device, interval: 900 }));
  return new World({ ...site, devices }, readings, undefined, now);
}

/** Compares the planner's answers with the oracle, which evaluates every single reading. Returns the differences. */
async function differences(figures: readonly Figure[]): Promise<readonly string[]> {
  const queries = figures.map(({ query }) => {
    const parsed = parseQuery(query);
    if (!parsed.ok) throw new Error(`${JSON.stringify(query)}: ${parsed.error.message}`);
    return parsed.value;
  });
  const answers = await services.answerQueries(scope, queries);
  return figures.flatMap(({ title, query }, index) => {
    const answer = answers[index];
    if (answer === undefined || !answer.ok) return [`${title}: ${JSON.stringify(answer)}`];
    const [found, right] = [flattenNumbers(answer.value.data), computeNumbers(query, worlds)];
    const places = [...new Set([...Object.keys(found), ...Object.keys(right)])];
    const wrong = places.filter((place) => !isSame(found[place], right[place]));
    if (places.length === 0) return [`${title}: nothing is known`];
    return wrong.map((place) => `${title}, ${place}: ${found[place]} instead of ${right[place]}`);
  });
}

/** Ignores the last compared digit: summing in another order may round it differently. */
const isSame = (one: number | undefined, other: number | undefined) =>
  one === other || (one !== undefined && other !== undefined && Math.abs(one - other) <= 2e-9 * Math.abs(other));

const titles = (figures: readonly Figure[]) => figures.map(({ title }) => title);

test('every number on the custom pages of the demo is what its readings say one by one', async () => {
  const answer = await graphql({
    schema: buildSchemas(services.modules).main,
    source: `{ allDashboardsV2 { ${dashboardFields} } }`,
    contextValue: { scope },
  });
  if (answer.errors) throw answer.errors[0];
  const { allDashboardsV2 } = answer.data as unknown as { readonly allDashboardsV2: readonly ApiDashboard[] };
  const figures = listCustomFigures(allDashboardsV2, sites, now);
  // Guards against a page without numbers, which would have no differences.
  expect(titles(figures)).toEqual(
    expect.arrayContaining([
      'How the sites did: affluenceIn',
      'How the sites did: captureRate',
      'How the sites did: occupancy',
      'Inside now: inside',
      'Arcades du Lac, how full: occupancy',
      'Temperature and humidity: temperature',
      'Visitors since opening, by floor: affluenceIn',
      'Where to begin: inside',
      'Site by site: captureRate',
      'Capture rate by site: captureRate',
    ]),
  );
  expect(await differences(figures)).toEqual([]);
}, 240_000);

test('every number on the pages of each site of the demo is what its readings say one by one', async () => {
  const source = '{ allInstallations { id events { metrics } } }';
  const answer = await graphql({ schema: buildSchemas(services.modules).main, source, contextValue: { scope } });
  if (answer.errors) throw answer.errors[0];
  const { allInstallations } = answer.data as unknown as {
    readonly allInstallations: readonly { readonly id: number; readonly events: readonly { metrics: string[] }[] }[];
  };
  const figures = sites.flatMap((site) => {
    const events = allInstallations.find(({ id }) => id === site.installationId)?.events ?? [];
    return listSectionFigures(site, [...new Set(events.flatMap(({ metrics }) => metrics))], now);
  });
  for (const site of sites) expect(titles(figures)).toContain(`${site.name}, counting: entries`);
  expect(titles(figures)).toEqual(
    expect.arrayContaining([
      'Arcades du Lac, air: co2 total',
      'Bureaux Sévelin, energy: electricityProduction total',
      'Dubai Marina, uses: waterConsumption parts',
    ]),
  );
  // The offices have no counter for passers-by.
  const unknown = ['capture', 'captureSeries'].map((name) => `Bureaux Sévelin, counting: ${name}: nothing is known`);
  expect(await differences(figures)).toEqual(unknown);
}, 240_000);

test('the demo has sites that tell genders, engagement or ages, whose parts add up, and sites that tell neither', async () => {
  const source = '{ allInstallations { name descriptors(metrics: ["affluenceIn", "affluenceOut", "footfall"]) } }';
  const answer = await graphql({ schema: buildSchemas(services.modules).main, source, contextValue: { scope } });
  if (answer.errors) throw answer.errors[0];
  const { allInstallations } = answer.data as unknown as {
    readonly allInstallations: readonly { readonly name: string; readonly descriptors: string[] }[];
  };
  const known = new Map(allInstallations.map(({ name, descriptors }) => [name, descriptors]));
  expect(known.get('Boutique Rhône')).toEqual(['gender']);
  expect(known.get('Galleria Lugano')).toEqual(['engagement']);
  expect(known.get('Arcades du Lac')).toEqual(['ageCategory']);
  const telling = ['Arcades du Lac', 'Boutique Rhône', 'Galleria Lugano'];
  const others = [...known].filter(([name]) => !telling.includes(name));
  expect(others.map(([, descriptors]) => descriptors)).toEqual(others.map(() => []));

  const asked = (site: string, criterion: string | null, value = '') => ({
    metric: 'affluenceIn',
    filters: {
      conditions: [
        { criterion: 'INSTALLATIONS', values: [`${sites.find(({ name }) => name === site)?.installationId}`] },
        { criterion: 'DATE', values: ['2026-03-05/2026-03-06'] },
        ...(criterion === null ? [] : [{ criterion, values: [value] }]),
      ],
    },
  });
  const find = async (...of: Parameters<typeof asked>) => {
    const query = parseQuery(asked(...of));
    if (!query.ok) throw new Error(query.error.message);
    const [found] = await services.answerQueries(scope, [query.value]);
    if (!found?.ok) throw new Error(JSON.stringify(found));
    return found.value.data[0];
  };
  const sumOf = async (site: string, criterion: string, values: readonly string[]) => {
    const parts = await Promise.all(values.map((value) => find(site, criterion, value)));
    for (const part of parts) expect(part?.value).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + (part?.value as number), 0)).toBe((await find(site, null))?.value);
  };
  await sumOf('Boutique Rhône', 'GENDER', ['female', 'male']);
  await sumOf('Galleria Lugano', 'ENGAGEMENT', ['engaged', 'notEngaged']);
  expect(await find('Arcades du Lac', 'GENDER', 'female')).toEqual({
    label: 'all',
    value: null,
    state: 'missing',
    notTold: ['gender'],
  });
}, 240_000);
