import { readFileSync } from 'node:fs';
import { noRights } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import type { Organization, YearsRef } from '../people/organization/index.ts';
import { createInProcessBus } from '../platform/bus/open-bus.ts';
import { createBuilder, finishSchema } from '../platform/graphql/builder.ts';
import { findUndeclaredOperations } from '../platform/graphql/declared-access.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { applySiteFile } from '../setup/site-files/index.ts';
import { registerSiteFile } from '../setup/site-files/site-file.graphql.ts';
import { createSiteDirectory } from './site-directory.ts';
import { registerSites } from './sites.graphql.ts';

const stores = useTestStores();
const clock = aClock('2026-03-01T12:00:00Z');
const file = `organization: { name: Ours }
tags: { Topology: [indoor], Use: [food], Region: [{ name: North, tags: [Coast] }] }
installations:
  - key: hall
    name: Hall
    city: Bern
    tags: [Coast]
    timezone: Europe/Zurich
    openingHours: { mon: ["08:00-24:00"], reset: true }
    zones: [{ key: whole, tags: [indoor], zones: [{ key: bar, tags: [food] }, { key: old, disabled: true }] }]
    passages: [{ key: door, from: outside, to: bar }, { key: street, footfallOf: whole }, { key: inner, from: whole, to: bar }]
    devices:
      - { serial: P, kind: pad, passage: door }
      - { serial: INNER, kind: pad, passage: inner }
      - { serial: STREET, kind: pad, passage: street }
      - { serial: AIR, kind: atmosphere, zone: bar }
      - { serial: GONE, kind: pad, passage: door, installedAt: 2025-01-01, removedAt: 2025-02-01 }
    events:
      - { name: Fair, dateBegin: 2026-03-29, dateEnd: 2026-03-29, metrics: [affluenceIn], stopngo: { limit: 5 } }
      - { name: Always, neverEnding: true, metrics: [co2] }
  - { key: attic, name: attic 2, timezone: UTC, zones: [{ key: whole }] }
  - { key: cellar, name: Attic 10, timezone: UTC, events: [{ name: Always, neverEnding: true, metrics: [affluenceIn] }] }
`;

let schema: GraphQLSchema;
let all: Scope;
let foreign: Scope;
beforeAll(async () => {
  const { db } = stores.relational;
  const provisioning = { db, clock, bus: createInProcessBus(createLogger('silent')) };
  const builder = createBuilder();
  const organization = builder.objectRef<Organization>('Organization').implement({
    fields: (t) => ({ name: t.exposeString('name') }),
  });
  builder.queryField('organization', (t) =>
    t.withAuth({ signedIn: true }).field({ type: organization, resolve: () => ({ name: 'own' }) as Organization }),
  );
  const years: YearsRef = builder.objectRef<Pick<Topology, 'firstWeekday'>>('YearCalendar').implement({
    fields: (t) => ({ firstWeekday: t.int({ resolve: ({ firstWeekday }) => firstWeekday ?? 1 }) }),
  });
  registerSites(builder, { directory: createSiteDirectory(provisioning), clock }, organization, years);
  registerSiteFile(builder, { ...provisioning, answerOver: () => async () => [] });
  schema = finishSchema(builder);
  const scopes = [file, readFileSync(new URL('../operations/demo/rival-stores.yaml', import.meta.url), 'utf8')].map(
    async (text) => {
      const { organizationId } = await applySiteFile(provisioning, text, { dryRun: false, prune: false, within: null });
      return { ...systemScope(organizationId as never), role: 'admin' } as Scope;
    },
  );
  [all, foreign] = (await Promise.all(scopes)) as [Scope, Scope];
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, scope: Scope = all, variableValues: Record<string, unknown> = {}): Promise<any> {
  const contextValue = { scope, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors === undefined
    ? answer.data
    : answer.errors.map(({ extensions, message }) => extensions.code ?? message);
}

const hallId = async () =>
  (await ask('{ allInstallations { id name } }')).allInstallations.find((one: { name: string }) => one.name === 'Hall')
    .id;

test('every operation says who may call it', () => {
  expect(findUndeclaredOperations(schema)).toEqual([]);
});

test('an installation answers with all its fields', async () => {
  const id = await hallId();
  const { installationById } = await ask(`{ installationById(id: ${id}) {
    name key city country timezone change_of_day_time closedDates opening_hours { reset spans { begin end } }
    zones { name hasChildElements isDisabled tags { name } installation { id } }
    events { name label neverEnding dateBegin dateEnd stopngo { limit } metrics installationId }
  } }`);
  expect(installationById).toEqual({
    name: 'Hall',
    key: 'hall',
    city: 'Bern',
    country: null,
    timezone: 'Europe/Zurich',
    change_of_day_time: '00:00',
    closedDates: [],
    opening_hours: { reset: true, spans: [{ begin: [1, 8, 0], end: [2, 0, 0] }] },
    zones: [
      { name: 'whole', hasChildElements: true, isDisabled: false, tags: [{ name: 'indoor' }], installation: { id } },
      { name: 'bar', hasChildElements: false, isDisabled: false, tags: [{ name: 'food' }], installation: { id } },
      { name: 'old', hasChildElements: false, isDisabled: true, tags: [], installation: { id } },
    ],
    events: [
      {
        name: 'Fair',
        label: 'Fair',
        neverEnding: false,
        dateBegin: Date.parse('2026-03-29T00:00:00+01:00'),
        dateEnd: Date.parse('2026-03-29T23:59:59.999+02:00'),
        stopngo: { limit: 5 },
        metrics: ['affluenceIn'],
        installationId: id,
      },
      {
        name: 'Always',
        label: 'Always',
        neverEnding: true,
        dateBegin: null,
        dateEnd: null,
        stopngo: null,
        metrics: ['co2'],
        installationId: id,
      },
    ],
  });
});

test('zones, passages and devices of a site', async () => {
  const id = await hallId();
  const answer = await ask(`{
    topZoneByInstallation(installationId: ${id}) { name childIds }
    zonesByInstallation(installationId: ${id}) { id name parentIds sensorId }
    passagesByInstallation(installationId: ${id}) { name fromZoneId toZoneId footfallOf }
    padsByInstallation(installationId: ${id}) { id serial passageId zone { name } }
    installationById(id: ${id}) { outerPadIds }
    devicesAtmosphereByInstallation(installationId: ${id}) { id name zone { name } }
  }`);
  const [whole, bar, old] = answer.zonesByInstallation;
  const [air] = answer.devicesAtmosphereByInstallation;
  expect(answer.topZoneByInstallation).toEqual({ name: 'whole', childIds: [bar.id, old.id] });
  expect(bar).toMatchObject({ parentIds: [whole.id], sensorId: air.id });
  expect(whole.sensorId).toBeNull();
  expect(answer.passagesByInstallation).toEqual([
    { name: 'door', fromZoneId: null, toZoneId: bar.id, footfallOf: null },
    { name: 'street', fromZoneId: null, toZoneId: null, footfallOf: whole.id },
    { name: 'inner', fromZoneId: whole.id, toZoneId: bar.id, footfallOf: null },
  ]);
  const pads = new Map(answer.padsByInstallation.map((pad: { serial: string }) => [pad.serial, pad]));
  expect(pads.get('P')).toMatchObject({ passageId: expect.any(Number), zone: { name: 'bar' } });
  expect([...pads.keys()].toSorted()).toEqual(['INNER', 'P', 'STREET']);
  // Neither inner doors nor passers-by count as entries of the site.
  expect(answer.installationById.outerPadIds).toEqual([(pads.get('P') as { id: number }).id]);
  expect(air).toMatchObject({ name: 'AIR', zone: { name: 'bar' } });
});

test('tags lead to zones', async () => {
  const { tagCategoriesByOrganizationId: categories } = await ask(
    `{ tagCategoriesByOrganizationId(organizationId: ${all.organizationId}) { id name organizationId tags { id name categoryId } } }`,
  );
  expect(categories.map(({ name }: { name: string }) => name)).toEqual(['Topology', 'Use', 'Region']);
  expect(await ask('{ organization { tagCategories { name } } }')).toEqual({
    organization: { tagCategories: [{ name: 'Topology' }, { name: 'Use' }, { name: 'Region' }] },
  });
  const [indoor, food] = categories.map((category: { tags: { id: number }[] }) => category.tags[0]?.id);
  const answer = await ask(`{
    tagById(id: ${indoor}) { name }
    tagsByIds(ids: [${food}, 999999]) { name }
    zonesByTag(tagId: ${food}) { name }
    zonesByTags(tagIds: [${food}, ${indoor}, 999999]) { name }
    topZonesWithTags { name tags { name } installationId }
  }`);
  expect(answer).toMatchObject({
    tagById: { name: 'indoor' },
    tagsByIds: [{ name: 'food' }],
    zonesByTag: [{ name: 'bar' }],
    zonesByTags: [{ name: 'whole' }, { name: 'bar' }],
    topZonesWithTags: [
      { name: 'whole', tags: [] },
      { name: 'whole', tags: [{ name: 'indoor' }] },
    ],
  });
});

test('a site tells its region, and a region the one it is part of', async () => {
  const { allInstallations, organization } = await ask(
    '{ allInstallations { name tagIds } organization { tagCategories { tags { id name parentId } } } }',
  );
  const tags: { id: number; name: string; parentId: number | null }[] = organization.tagCategories.flatMap(
    (category: { tags: [] }) => category.tags,
  );
  const named = (name: string) => tags.find((tag) => tag.name === name);
  expect(named('Coast')?.parentId).toBe(named('North')?.id);
  expect(named('North')?.parentId).toBeNull();
  expect(allInstallations.map(({ tagIds }: { tagIds: number[] }) => tagIds)).toEqual([[], [], [named('Coast')?.id]]);
});

test('connections page, search, filter and sort', async () => {
  const page = (args: string) =>
    ask(
      `{ installationConnection${args} { count pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor } nodes { name } } }`,
    );
  const namesOf = async (args: string) =>
    (await page(args)).installationConnection.nodes.map(({ name }: { name: string }) => name);
  const first = (await page('(first: 2)')).installationConnection;
  expect(first).toMatchObject({
    count: 3,
    pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: first.edges[1].cursor },
    nodes: [{ name: 'attic 2' }, { name: 'Attic 10' }],
  });
  const second = (await page(`(first: 2, after: "${first.pageInfo.endCursor}")`)).installationConnection;
  expect(second).toMatchObject({
    count: 3,
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
    nodes: [{ name: 'Hall' }],
  });
  expect(await namesOf('(sort: { type: NAME, order: DESC })')).toEqual(['Hall', 'Attic 10', 'attic 2']);
  expect(await namesOf('(filter: { searchValue: " BERN " })')).toEqual(['Hall']);
  expect(await namesOf('(filter: { metrics: ["affluenceIn"] })')).toEqual(['Attic 10', 'Hall']);
  expect(await page('(after: "x")')).toEqual(['BAD_INPUT']);
  expect(await page('(first: -1)')).toEqual(['BAD_INPUT']);
  const events = await ask(
    `{ all: eventConnection { count } one: eventConnection(filter: { installationId: ${await hallId()} }) { count nodes { name } } }`,
  );
  expect(events).toEqual({ all: { count: 3 }, one: { count: 2, nodes: [{ name: 'Fair' }, { name: 'Always' }] } });
});

test('what is foreign, unseen or unknown answers alike', async () => {
  const id = await hallId();
  const { allInstallations, zonesByInstallation } = await ask(
    `{ allInstallations { id } zonesByInstallation(installationId: ${id}) { id } }`,
  );
  const limited = {
    ...all,
    installationIds: [allInstallations.find((one: { id: number }) => one.id !== id).id],
  } as Scope;
  const byId = (field: string, one: number) => `{ ${field}(installationId: ${one}) { id } }`;
  for (const scope of [foreign, limited])
    for (const one of [id, 999_999])
      for (const field of [
        'zonesByInstallation',
        'topZoneByInstallation',
        'passagesByInstallation',
        'padsByInstallation',
        'devicesAtmosphereByInstallation',
        'allEventsByInstallation',
      ]) {
        expect([field, await ask(byId(field, one), scope)]).toEqual([field, ['NOT_FOUND']]);
      }
  expect(await ask(`{ installationById(id: ${id}) { id } }`, limited)).toEqual(['NOT_FOUND']);
  expect(await ask(`{ eventConnection(filter: { installationId: ${id} }) { count } }`, limited)).toEqual(['NOT_FOUND']);
  expect(await ask(`{ zonesByIds(ids: [${zonesByInstallation[0].id}, 999999]) { id } }`, foreign)).toEqual({
    zonesByIds: [],
  });
  expect(JSON.stringify(await ask('{ organization { tagCategories { name } } }', foreign))).not.toContain('Use');
  expect(await ask(`{ tagCategoriesByOrganizationId(organizationId: ${all.organizationId}) { id } }`, foreign)).toEqual(
    ['NOT_FOUND'],
  );
  expect(
    (await ask('{ allInstallations { id } allEvents { id } installationConnection { count } }', limited))
      .allInstallations,
  ).toHaveLength(1);
});

test('a site file by mutation: own organization, administrators, the words of the problems', async () => {
  const mutation =
    'mutation ($file: String!, $dryRun: Boolean) { applySiteFile(file: $file, dryRun: $dryRun) { applied changes { action kind key text } problems { line column message } } }';
  const changed = file.replace('city: Bern', 'city: Basel');
  const text = '~ installation hall: city "Bern" → "Basel"';
  const changes = [{ action: 'update', kind: 'installation', key: 'hall', text }];
  expect(await ask(mutation, all, { file: changed, dryRun: true })).toEqual({
    applySiteFile: { applied: false, changes, problems: [] },
  });
  expect(await ask(mutation, all, { file: changed })).toMatchObject({ applySiteFile: { applied: true, changes } });
  expect(await ask(`{ installationById(id: ${await hallId()}) { city } }`)).toEqual({
    installationById: { city: 'Basel' },
  });
  expect(await ask(mutation, foreign, { file })).toMatchObject({
    applySiteFile: { applied: false, problems: [{ line: 1 }] },
  });
  expect((await ask('{ siteFile }')).siteFile).toContain('city: Basel');
  for (const scope of [
    { ...all, role: 'user' },
    { ...all, rights: noRights },
    { ...all, installationIds: [] },
  ]) {
    expect(await ask(mutation, scope as Scope, { file })).toEqual(['FORBIDDEN']);
    expect(await ask('{ siteFile }', scope as Scope)).toEqual(['FORBIDDEN']);
  }
});
