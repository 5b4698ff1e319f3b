import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { fullRights, presetProfiles, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { auditStore } from '../../people/audit/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';

const stores = useTestStores();
/** 13:00 in Zurich, 16:00 in Dubai. */
const clock = aClock(Date.parse('2026-03-02T12:00:00Z'));
const hour = 3_600_000;
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let strange: Scope;
let ids: Readonly<Record<string, number>>;

const file = (name: string) => `organization: { name: ${name} }
installations:
  - key: ${name}-hall
    name: ${name} hall
    timezone: Europe/Zurich
    zones: [{ key: ${name}-floor, name: Floor }]
    passages: [{ key: ${name}-door, from: outside, to: ${name}-floor }]
    devices:
      - { serial: ${name}-PAD, kind: pad, passage: ${name}-door, interval: 3600 }
      - { serial: ${name}-AIR, kind: atmosphere, zone: ${name}-floor, interval: 300 }
  - { key: ${name}-mall, name: ${name} mall, timezone: Asia/Dubai, zones: [{ key: ${name}-roof }], passages: [{ key: ${name}-gate, from: outside, to: ${name}-roof }] }
`;

beforeAll(async () => {
  const { db, pool } = stores.relational;
  services = testServices({ db, analytics: stores.analytics }, clock);
  schema = buildSchemas(services.modules).main;
  const opened = async (name: string) => {
    const options = { dryRun: false, prune: false, within: null };
    const outcome = await applySiteFile(services.provisioning, file(name), options);
    expect(outcome.problems).toEqual([]);
    return systemScope(outcome.organizationId as OrganizationId);
  };
  [scope, strange] = [await opened('Ours'), await opened('Theirs')];
  const { rows } = await pool.query('select key, id from zones union all select key, id from installations');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
  // Entries from 10:00 to 13:00 local time, and air of a minute ago.
  const counts = [9, 10, 11].map((utc, index) => ({
    ...{ device: 'Ours-PAD', metric: 'affluenceIn', interval: 3600, value: [4, 6, 10][index] as number },
    at: new Date(Date.parse('2026-03-02T00:00:00Z') + utc * hour).toISOString(),
  }));
  const air = {
    ...{ device: 'Ours-AIR', metric: 'co2', interval: 0, value: 640 },
    at: new Date(clock.now() - 60_000).toISOString(),
  };
  const stored = await services.ingestion.ingestReadings(scope, null, [...counts, air], clock.now());
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown>, by: Scope | null = scope): Promise<any> {
  const contextValue = { scope: by, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

const page = (more: object = {}) => ({
  installationId: ids['Ours-hall'],
  metrics: ['affluenceIn', 'co2', 'electricityConsumption'],
  ...more,
});
const input = (more: object = {}) => ({ name: 'Lobby', language: 'en', seconds: 20, pages: [page()], ...more });

const fields = 'id name seconds lastSeenAt path pages { installationId zoneId metrics }';
async function create(written: object = input(), by?: Scope) {
  const made = await ask(
    `mutation ($input: KioskInput!) { createKiosk(input: $input) { ${fields} } }`,
    { input: written },
    by,
  );
  return made?.createKiosk ?? made;
}
const change = async (name: string, id: number, by?: Scope) => {
  const selection = name === 'deleteKiosk' ? '' : `{ ${fields} }`;
  const made = await ask(`mutation ($id: Int!) { ${name}(id: $id) ${selection} }`, { id }, by);
  return made?.[name] ?? made;
};
const list = async (by?: Scope) => (await ask(`{ allKiosks { ${fields} } }`, {}, by))?.allKiosks;
const tokenOf = ({ path }: { readonly path: string }) => path.replace('/kiosk/', '');

/** Reads with a link, as a screen does: without any session. */
async function read(token: string) {
  const answer = await ask(
    `query ($token: String!) { kioskByToken(token: $token) { name language seconds at version pages { siteName zoneName timezone
      figures { metric label unit value usual silentSince } hours { at value } } } }`,
    { token },
    null,
  );
  return answer?.kioskByToken ?? answer;
}

describe('a screen with a link', () => {
  it('reads the day so far, the present air, and unknown as null', async () => {
    const kiosk = await create(input({ pages: [page(), page({ zoneId: ids['Ours-floor'], metrics: ['co2'] })] }));
    expect(kiosk.lastSeenAt).toBeNull();
    const shown = await read(tokenOf(kiosk));
    expect(shown).toMatchObject({ name: 'Lobby', language: 'en', seconds: 20, at: clock.now() });
    const [first, second] = shown.pages;
    expect(first).toMatchObject({ siteName: 'Ours hall', zoneName: null, timezone: 'Europe/Zurich' });
    expect(first.figures.map(({ metric, value }: Record<string, unknown>) => [metric, value])).toEqual([
      ['affluenceIn', 20],
      ['co2', 640],
      // Nothing measures it, which is not 0.
      ['electricityConsumption', null],
    ]);
    const known = first.hours.filter(({ value }: { value: number | null }) => value !== null);
    expect(known.map(({ value }: { value: number }) => value)).toEqual([4, 6, 10]);
    expect(new Date(known[0].at).toISOString()).toBe('2026-03-02T09:00:00.000Z');
    expect(second).toMatchObject({
      zoneName: 'Floor',
      hours: [],
      figures: [{ metric: 'co2', value: 640, usual: null }],
    });
    expect((await list()).at(-1).lastSeenAt).toBe(clock.now());
    await change('deleteKiosk', kiosk.id);
  });

  it('shows an old sample as unknown, never as present', async () => {
    const kiosk = await create(input({ pages: [page({ metrics: ['co2'] })] }));
    const before = clock.time;
    clock.time += 2 * hour;
    const [{ figures }] = (await read(tokenOf(kiosk))).pages;
    clock.time = before;
    expect(figures).toMatchObject([{ value: null }]);
    await change('deleteKiosk', kiosk.id);
  });

  it('shares an answer for some seconds, however often it is read', async () => {
    const kiosk = await create();
    const before = clock.time;
    const shownAt: number[] = [];
    for (const seconds of [0, 3, 3]) {
      clock.time += seconds * 1000;
      shownAt.push((await read(tokenOf(kiosk))).at - before);
    }
    clock.time = before;
    expect(shownAt).toEqual([0, 0, 6000]);
    await change('deleteKiosk', kiosk.id);
  });

  it('is refused at once after the link was renewed or the kiosk deleted, like a mistyped one', async () => {
    const kiosk = await create();
    const renewed = await change('renewKioskLink', kiosk.id);
    expect(renewed.path).not.toBe(kiosk.path);
    expect(await read(tokenOf(kiosk))).toEqual(['token']);
    expect(await read(tokenOf(renewed))).toMatchObject({ name: 'Lobby' });
    expect(await change('deleteKiosk', kiosk.id)).toBe(true);
    expect(await read(tokenOf(renewed))).toEqual(['token']);
    for (const wrong of ['', '1.1.x', `${tokenOf(renewed)}x`, tokenOf(renewed).replace(/^\d+/, '999')])
      expect(await read(wrong)).toEqual(['token']);
  });

  it('shows a changed playlist with the same link', async () => {
    const kiosk = await create();
    const answer = await ask(
      `mutation ($id: Int!, $input: KioskInput!) { updateKiosk(id: $id, input: $input) { ${fields} } }`,
      { id: kiosk.id, input: input({ name: 'Door', pages: [page({ metrics: ['inside'] })] }) },
    );
    expect(answer.updateKiosk).toMatchObject({ id: kiosk.id, name: 'Door', path: kiosk.path });
    expect(await read(tokenOf(kiosk))).toMatchObject({ name: 'Door', pages: [{ figures: [{ metric: 'inside' }] }] });
    await change('deleteKiosk', kiosk.id);
  });
});

describe('the list of kiosks', () => {
  it('is limited to the organization, and to people who see all sites of a kiosk', async () => {
    const kiosk = await create(input({ pages: [page(), page({ installationId: ids['Ours-mall'] })] }));
    const limited = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    expect([(await list()).length, await list(limited), await list(strange)]).toEqual([1, [], []]);
    for (const by of [limited, strange])
      for (const name of ['renewKioskLink', 'deleteKiosk']) expect(await change(name, kiosk.id, by)).toEqual(['id']);
    expect(await create(input({ pages: [page({ installationId: ids['Ours-mall'] })] }), limited)).toEqual([
      'input.pages.0.installationId',
    ]);
    const blind = {
      ...scope,
      rights: withRights(fullRights, ['dashboard.sensor.read', 'dashboard.custom.read'], false),
    };
    expect(await create(input(), blind)).toEqual(['FORBIDDEN']);
    const audit = auditStore(stores.relational.db);
    const readAudit = async (by: Scope) =>
      (await audit.page(by, { actions: ['kiosk.created', 'kiosk.deleted'] }, 100, null))
        .filter(({ subjectId }) => subjectId === kiosk.id)
        .map(({ action }) => action);
    expect([await readAudit(scope), await readAudit(limited)]).toEqual([['kiosk.created'], []]);
    const viewer = { ...scope, rights: presetProfiles.viewer.rights } as Scope;
    expect([await list(viewer), await create(input(), viewer)]).toEqual([undefined, ['FORBIDDEN']]);
    await change('deleteKiosk', kiosk.id);
  });

  it('is in the audit log, which people limited to its site read', async () => {
    const limited = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    const kiosk = await create(input(), limited);
    await change('deleteKiosk', kiosk.id, limited);
    const entries = await auditStore(stores.relational.db).page(limited, {}, 100, null);
    const own = entries.filter(({ subjectId, action }) => subjectId === kiosk.id && action.startsWith('kiosk.'));
    expect(own.map(({ action, installationId }) => [action, installationId])).toEqual([
      ['kiosk.deleted', ids['Ours-hall']],
      ['kiosk.created', ids['Ours-hall']],
    ]);
  });

  it.each([
    ['no name', { name: ' ' }, 'input.name'],
    ['an unknown language', { language: 'xx' }, 'input.language'],
    ['too quick a change', { seconds: 4 }, 'input.seconds'],
    ['no page', { pages: [] }, 'input.pages'],
    [
      "another organization's site",
      () => ({ pages: [page({ installationId: ids['Theirs-hall'] })] }),
      'input.pages.0.installationId',
    ],
    ["another site's zone", () => ({ pages: [page({ zoneId: ids['Ours-roof'] })] }), 'input.pages.0.zoneId'],
    ['no metric', () => ({ pages: [page({ metrics: [] })] }), 'input.pages.0.metrics'],
    ['a status', () => ({ pages: [page({ metrics: ['deviceStatus'] })] }), 'input.pages.0.metrics'],
    ['a metric twice', () => ({ pages: [page({ metrics: ['co2', 'co2'] })] }), 'input.pages.0.metrics'],
  ] as const)('refuses %s', async (_, more, field) => {
    expect(await create(input(typeof more === 'function' ? more() : more))).toEqual([field]);
    expect(await list()).toEqual([]);
  });
});
