import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock, type TestClock } from '@atrium/testkit/time';
import { type ExecutionResult, type GraphQLSchema, graphql, parse, subscribe } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';

const stores = useTestStores();
const minute = 60_000;
/** A Monday; 10:00 in Zürich. */
const start = Date.parse('2026-03-02T09:00:00Z');

let count = 0;
let clock: TestClock;
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let name: string;
let ids: Readonly<Record<string, number>>;

const file = () => `organization: { name: ${name} }
installations:
  - key: ${name}-hall
    name: Hall
    address: Rue du Rhône 42
    timezone: Europe/Zurich
    openingHours: { mon-sat: ["09:00-19:00"] }
    zones: [{ key: ${name}-floor, name: Floor }]
    passages: [{ key: ${name}-front, from: outside, to: ${name}-floor }, { key: ${name}-back, from: outside, to: ${name}-floor }]
    devices:
      - { serial: ${name}-FRONT, kind: pad, passage: ${name}-front, interval: 60 }
      - { serial: ${name}-BACK, kind: pad, passage: ${name}-back, interval: 60 }
    events:
      - { name: ${name}-always, neverEnding: true, metrics: [affluenceIn], stopngo: { limit: 10 } }
      - { name: ${name}-market, dateBegin: 2026-03-04, dateEnd: 2026-03-05, metrics: [affluenceIn] }
`;

beforeEach(async () => {
  count += 1;
  name = `screens${count}`;
  clock = aClock(start);
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  schema = buildSchemas(services.modules).main;
  const outcome = await applySiteFile(services.provisioning, file(), { dryRun: false, prune: false, within: null });
  expect(outcome.problems).toEqual([]);
  scope = systemScope(outcome.organizationId as OrganizationId);
  const { rows } = await stores.relational.pool.query(
    `select key, id from zones union all select name, id from events union all select key, id from installations`,
  );
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});

const contextOf = (by: Scope | null) => ({ scope: by, tokenProblem: null, address: '', bearer: '' });

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: object = {}, by: Scope | null = scope): Promise<any> {
  const answer = await graphql({ schema, source, contextValue: contextOf(by), variableValues: { ...variableValues } });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

const said = 'face inside limit placesLeft silentSince lastInside until';

const create = async (input: object = {}, by?: Scope) =>
  ask(
    `mutation ($input: StopAndGoScreenInput!) { createStopAndGoScreen(input: $input) { id name status event path ${said} } }`,
    { input: { name: 'Front', eventId: ids[`${name}-always`], language: 'fr', ...input } },
    by,
  );

const update = async (id: number, input: object, by?: Scope) =>
  ask(
    `mutation ($id: Int!, $input: StopAndGoScreenChange!) { updateStopAndGoScreen(id: $id, input: $input) { name status switchedAt limit face until } }`,
    { id, input },
    by,
  );

const tokenOf = ({ path }: { readonly path: string }) => path.slice('/stop-n-go/screen/'.length);

const seen = (token: string) =>
  ask(
    `query ($token: String!) { stopAndGoScreenByToken(token: $token) { name siteName siteAddress timezone language ${said} at } }`,
    { token },
    null,
  );

/** Both doors report the last minute. Everyone who came in used the front door. */
async function told(cameIn: number, wentOut = 0, doors: readonly string[] = ['FRONT', 'BACK']): Promise<void> {
  const at = new Date(clock.now() - minute).toISOString();
  const raw = doors.flatMap((door) => [
    { device: `${name}-${door}`, metric: 'affluenceIn', at, value: door === 'FRONT' ? cameIn : 0, interval: 60 },
    { device: `${name}-${door}`, metric: 'affluenceOut', at, value: door === 'FRONT' ? wentOut : 0, interval: 60 },
  ]);
  const stored = await services.ingestion.ingestReadings(scope, null, raw, clock.now());
  expect(stored).toMatchObject({ ok: true, value: { rejected: [] } });
}

/** A whole day of readings so far, so that no door has a gap. */
async function quietUntilNow(): Promise<void> {
  const now = clock.now();
  const midnight = Date.parse('2026-03-01T23:00:00Z');
  const begins = Array.from({ length: (now - midnight) / minute }, (_, index) => midnight + index * minute);
  const raw = begins.flatMap((at) =>
    ['FRONT', 'BACK'].flatMap((door) =>
      ['affluenceIn', 'affluenceOut'].map((metric) => ({
        device: `${name}-${door}`,
        metric,
        at: new Date(at).toISOString(),
        value: 0,
        interval: 60,
      })),
    ),
  );
  await services.ingestion.ingestReadings(scope, null, raw, now);
}

function passes(ms: number): void {
  clock.time += ms;
}

describe('what a screen says', () => {
  it('goes from room to none and back with the doors, as its public page is told at once', async () => {
    await quietUntilNow();
    const { createStopAndGoScreen: screen } = await create();
    expect(screen).toMatchObject({ name: 'Front', status: 'ACTIVE', face: 'go', inside: 0, limit: 10, placesLeft: 10 });
    const live = await watch(tokenOf(screen));
    expect(await live.next()).toMatchObject({ face: 'go', inside: 0, placesLeft: 10 });
    for (const [cameIn, wentOut, face, inside] of [
      [9, 0, 'go', 9],
      [1, 0, 'stop', 10],
      [4, 0, 'stop', 14],
      [0, 5, 'go', 9],
    ] as const) {
      passes(minute);
      await told(cameIn, wentOut);
      const shown = await live.next();
      expect(shown).toMatchObject({ face, inside, placesLeft: Math.max(0, 10 - inside), limit: 10 });
      expect((await seen(tokenOf(screen))).stopAndGoScreenByToken).toMatchObject({ face, inside });
    }
    await live.end();
  });

  it('asks for staff as soon as one door is silent, with what was known last, and returns by itself', async () => {
    await quietUntilNow();
    const { createStopAndGoScreen: screen } = await create();
    passes(minute);
    await told(6);
    const lastHeard = clock.now();
    for (let passed = 0; passed < 4; passed += 1) {
      passes(minute);
      await told(1, 0, ['FRONT']);
    }
    expect((await seen(tokenOf(screen))).stopAndGoScreenByToken).toMatchObject({
      face: 'askStaff',
      silentSince: lastHeard,
      lastInside: 6,
    });
    passes(minute);
    for (const at of [5, 4, 3, 2, 1].map((ago) => new Date(clock.now() - ago * minute).toISOString()))
      for (const metric of ['affluenceIn', 'affluenceOut'])
        await services.ingestion.ingestReadings(
          scope,
          null,
          [{ device: `${name}-BACK`, metric, at, value: 0, interval: 60 }],
          clock.now(),
        );
    await told(0);
    expect((await seen(tokenOf(screen))).stopAndGoScreenByToken).toMatchObject({
      face: 'stop',
      inside: 10,
      silentSince: null,
    });
  });

  it('says closed out of hours and outside its event, and when it opens', async () => {
    await quietUntilNow();
    const { createStopAndGoScreen: market } = await create({ eventId: ids[`${name}-market`], limit: 5 });
    expect(market).toMatchObject({ face: 'closed', until: Date.parse('2026-03-04T08:00:00Z'), inside: null });
    const { createStopAndGoScreen: screen } = await create();
    expect(screen).toMatchObject({ face: 'go', until: Date.parse('2026-03-02T18:00:00Z') });
    clock.time = Date.parse('2026-03-02T20:00:00Z');
    expect((await seen(tokenOf(screen))).stopAndGoScreenByToken).toMatchObject({
      face: 'closed',
      inside: null,
      until: Date.parse('2026-03-03T08:00:00Z'),
    });
    clock.time = Date.parse('2026-03-06T10:00:00Z');
    expect((await seen(tokenOf(market))).stopAndGoScreenByToken).toMatchObject({ face: 'closed', until: null });
  });

  it('follows a count by hand at once, beside what the doors counted, and back when it is withdrawn', async () => {
    await quietUntilNow();
    passes(minute);
    await told(4);
    const { createStopAndGoScreen: screen } = await create();
    const live = await watch(tokenOf(screen));
    expect(await live.next()).toMatchObject({ inside: 4 });
    passes(1000);
    await ask('mutation ($zone: Int!) { correctInside(zoneId: $zone, value: 12, note: "by hand") }', {
      zone: ids[`${name}-floor`],
    });
    passes(minute);
    await told(0);
    expect(await live.next()).toMatchObject({ face: 'stop', inside: 12 });
    await live.end();
    const details = `query ($id: Int!) { stopAndGoScreenById(screenId: $id) { counted cameIn wentOut screen { inside }
      zones { name inside } corrections { id value note isOwn } } }`;
    const found = (await ask(details, { id: screen.id })).stopAndGoScreenById;
    expect(found).toEqual({
      counted: 4,
      cameIn: 4,
      wentOut: 0,
      screen: { inside: 12 },
      zones: [{ name: 'Floor', inside: 12 }],
      corrections: [{ id: expect.any(Number), value: 12, note: 'by hand', isOwn: true }],
    });
    const withdraw = 'mutation ($id: Int!) { withdrawInsideCorrection(correctionId: $id) }';
    const { id } = found.corrections[0];
    passes(11 * minute);
    expect(await ask(withdraw, { id })).toEqual(['correctionId']);
    clock.time -= 5 * minute;
    expect(await ask(withdraw, { id })).toEqual({ withdrawInsideCorrection: true });
    expect(await ask(withdraw, { id })).toEqual(['correctionId']);
  });
});

describe('a link', () => {
  it('shows one screen to anybody, and nothing once it is renewed or the screen is gone', async () => {
    await quietUntilNow();
    const { createStopAndGoScreen: screen } = await create();
    const token = tokenOf(screen);
    expect((await seen(token)).stopAndGoScreenByToken).toMatchObject({
      name: 'Front',
      siteName: 'Hall',
      siteAddress: 'Rue du Rhône 42',
      timezone: 'Europe/Zurich',
      language: 'fr',
    });
    const live = await watch(token);
    await live.next();
    const renewed = await ask('mutation ($id: Int!) { renewStopAndGoLink(id: $id) { path } }', { id: screen.id });
    expect(await live.next()).toBeUndefined();
    expect(await seen(token)).toEqual(['token']);
    const present = tokenOf(renewed.renewStopAndGoLink);
    expect((await seen(present)).stopAndGoScreenByToken).toMatchObject({ name: 'Front' });
    expect(await ask('mutation ($id: Int!) { deleteStopAndGoScreen(id: $id) }', { id: screen.id })).toEqual({
      deleteStopAndGoScreen: true,
    });
    expect(await seen(present)).toEqual(['token']);
  });

  it('is worth nothing when guessed, cut or changed', async () => {
    const { createStopAndGoScreen: screen } = await create();
    const token = tokenOf(screen);
    const [id, generation, signature] = token.split('.') as [string, string, string];
    for (const wrong of [
      '',
      'x',
      `${id}.${generation}.`,
      `${id}.${Number(generation) + 1}.${signature}`,
      `${Number(id) + 1}.${generation}.${signature}`,
      `${id}.${generation}.${signature.slice(0, -1)}`,
      `${token}.`,
      `${id}.${generation}.${[...signature].reverse().join('')}`,
      `0${token}`,
    ])
      expect([wrong, await seen(wrong)]).toEqual([wrong, ['token']]);
  });

  it('signs nobody in: it answers no question of the staff', async () => {
    const { createStopAndGoScreen: screen } = await create();
    expect(await ask('{ allStopAndGoScreens { id } }', {}, null)).toEqual(['UNAUTHENTICATED']);
    expect(await update(screen.id, { name: 'Mine' }, null as never)).toEqual(['UNAUTHENTICATED']);
  });
});

describe('screens', () => {
  it('wait for a limit before they are on, and write it where alerts and pages read it', async () => {
    const { createStopAndGoScreen: screen } = await create({ eventId: ids[`${name}-market`] });
    expect(screen).toMatchObject({ status: 'INACTIVE', face: 'noLimit', limit: null });
    expect(await update(screen.id, { enabled: true })).toEqual(['input.limit']);
    expect(await create({ eventId: ids[`${name}-market`], enabled: true })).toEqual(['input.limit']);
    const { updateStopAndGoScreen: on } = await update(screen.id, { enabled: true, limit: 80 });
    expect(on).toMatchObject({ status: 'ACTIVE', limit: 80, switchedAt: start });
    const events = await ask('{ allInstallations { events { name stopngo { limit } } } }');
    expect(JSON.stringify(events)).toContain(`{"name":"${name}-market","stopngo":{"limit":80}}`);
  });

  it.each([
    [{ name: '  ' }, 'input.name'],
    [{ name: 'x'.repeat(81) }, 'input.name'],
    [{ name: 'two\nlines' }, 'input.name'],
    [{ language: 'pt' }, 'input.language'],
    [{ limit: 0 }, 'input.limit'],
    [{ limit: 10_000_001 }, 'input.limit'],
    [{ eventId: 2_000_000_000 }, 'input.eventId'],
  ])('are refused with %o', async (input, field) => {
    expect(await create(input)).toEqual([field]);
  });

  it('are made, changed and deleted by right, at the sites somebody sees', async () => {
    const { createStopAndGoScreen: screen } = await create();
    const rights = (own: object): Scope => ({ ...scope, role: 'user', rights: { app: { stopNGO: own } } }) as never;
    const none = { ...scope, role: 'user', rights: presetProfiles.viewer?.rights ?? {} } as unknown as Scope;
    expect(await create({}, none)).toEqual(['FORBIDDEN']);
    expect(await create({}, rights({ edit: true }))).toEqual(['FORBIDDEN']);
    expect(await update(screen.id, { name: 'Side' }, rights({ edit: true }))).toMatchObject({
      updateStopAndGoScreen: { name: 'Side' },
    });
    const remove = 'mutation ($id: Int!) { deleteStopAndGoScreen(id: $id) }';
    expect(await ask(remove, { id: screen.id }, rights({ edit: true }))).toEqual(['FORBIDDEN']);
    const elsewhere = { ...scope, installationIds: [] };
    expect(await ask('{ allStopAndGoScreens { id } }', {}, elsewhere)).toEqual({ allStopAndGoScreens: [] });
    expect(await update(screen.id, { name: 'Mine' }, elsewhere)).toEqual(['id']);
    expect(await create({}, elsewhere)).toEqual(['input.eventId']);
    const { rows } = await stores.relational.pool.query(
      'select action from audit_entries where organization_id = $1 order by id',
      [scope.organizationId],
    );
    expect(rows.map(({ action }) => action).filter((action) => action.startsWith('screen.'))).toEqual([
      'screen.created',
      'screen.changed',
    ]);
  });
});

async function watch(token: string) {
  const stream = await subscribe({
    schema,
    document: parse(`subscription ($token: String!) { stopAndGoLive(token: $token) { ${said} } }`),
    contextValue: contextOf(null),
    variableValues: { token },
  });
  if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
  const events = stream as AsyncGenerator<ExecutionResult, void, void>;
  return {
    next: async () => ((await events.next()).value as ExecutionResult | undefined)?.data?.stopAndGoLive,
    end: () => events.return(),
  };
}
