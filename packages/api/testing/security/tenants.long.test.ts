import type { GraphQLSchema } from 'graphql';
import { isEnumType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { idBearingEnums } from './operations/id-bearing-enums.ts';
import { buildArguments, listLeaves, listOperations, type Operation } from './operations/operations.ts';
import { checkOwnIds, type Finding, type Walk, walkIds, walkTexts } from './operations/walk.ts';
import { type ForeignData, findLeaks, loadOtherOrganization } from './world/foreign-data.ts';
import { runOperation } from './world/run-operation.ts';
import { readingByLabel } from './world/test-sites.ts';
import { createWorld, listTenantTables, loadAllRows, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let foreign: ForeignData;
let administrator: Scope;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  foreign = await loadOtherOrganization(world);
  administrator = await world.ours.scope('administrator');
});

/** Every operation of both endpoints, called by our administrator. */
function walks(): readonly Walk[] {
  const of = (schema: GraphQLSchema) =>
    listOperations(schema).map((operation) => ({
      schema,
      operation,
      home: world.ours,
      scope: administrator,
      lacksRights: false,
    }));
  return [...of(world.schemas.main), ...of(world.schemas.hub)];
}

const operationNamed = (name: string) =>
  listOperations(world.schemas.main).find((operation) => operation.name === name) as Operation;

describe('another organization', () => {
  it("has a row in every table with an organization's rows", async () => {
    const everything = await loadAllRows(world.db, world.theirs.organizationId);
    const empty = (await listTenantTables(world.db)).filter((table) => everything[table]?.length === 0);
    expect(empty, 'give these tables a row in test-world.ts').toEqual([]);
    expect(foreign.canaries.length).toBeGreaterThan(20);
  });

  it('is requested with valid calls: our own ids in the same places are answered', async () => {
    for (const walk of walks()) {
      // Only operators may read the state of the installation.
      const isOfOperators = walk.operation.name === 'installationState';
      if (walk.operation.kind === 'mutation' || walk.operation.isOpen || isOfOperators) continue;
      for (const answer of await checkOwnIds(walk))
        expect([walk.operation.name, answer]).toEqual([walk.operation.name, { data: expect.anything() }]);
    }
  });

  it('is hidden from every operation, by any id, and stays unchanged', async () => {
    const before = await foreign.rows();
    const findings: Finding[] = [];
    for (const walk of walks()) findings.push(...(await walkIds(walk, foreign)));
    expect(findings).toEqual([]);
    expect(await foreign.rows()).toEqual(before);
  }, 300_000);

  it('cannot be reached by texts either: names, serials, ids as texts, cursors', async () => {
    const before = await foreign.rows();
    const findings: Finding[] = [];
    for (const walk of walks()) findings.push(...(await walkTexts(walk, foreign)));
    expect(findings).toEqual([]);
    expect(await foreign.rows()).toEqual(before);
  });

  it('is not changed by a site file that names it, its devices or its people', async () => {
    const before = await foreign.rows();
    const ours = 'organization: { name: Canary organization ours }';
    const site =
      'installations: [{ key: x, name: X, timezone: UTC, devices: [{ serial: CANARY-PAD-theirs, kind: pad }] }]';
    const files = [
      'organization: { name: Canary organization theirs }',
      `${ours}\n${site}`,
      `${ours}\nusers: [{ email: viewer@theirs.example, profile: Canary viewer theirs, role: user }]`,
    ];
    const apply = operationNamed('applySiteFile');
    for (const file of files) {
      const given = { file, dryRun: false, prune: false };
      const answer = await runOperation(world.schemas.main, apply, given, await world.ours.scope('administrator'));
      const named = /[\w-]+@theirs.example|CANARY-PAD-theirs|Canary (organization|viewer) theirs/g;
      const said = JSON.parse(JSON.stringify(answer).replaceAll(named, ''));
      expect([file, findLeaks(said, foreign)]).toEqual([file, []]);
    }
    expect(await foreign.rows()).toEqual(before);
  });

  it('would be detected by its texts and numbers', async () => {
    const them = await world.theirs.scope('administrator');
    const heard = async (name: string, given: object) =>
      findLeaks(await runOperation(world.schemas.main, operationNamed(name), given as never, them), foreign);
    expect(await heard('me', {})).toContain('administrator@theirs.example');
    expect(await heard('retailData', { query: { metric: 'affluenceIn' } })).toContain(String(readingByLabel.theirs));
    expect(await heard('retailData', { query: { metric: 'co2' } })).toContain(String(readingByLabel.theirs / 10));
    expect(await heard('answers', { queries: [{ metric: 'affluenceIn' }] })).toContain(String(readingByLabel.theirs));
    const [zone] = world.theirs.ids.get('zones') ?? [];
    const live = buildArguments(
      operationNamed('liveMetric'),
      ({ path }) =>
        ({
          organizationId: world.theirs.organizationId,
          installationId: world.theirs.ids.get('installations')?.[0],
          target: 'ZONE',
          entityIds: zone,
          metrics: 'affluenceIn',
        })[path],
    );
    expect(await heard('liveMetric', live)).toEqual(
      expect.arrayContaining([String(zone), String(readingByLabel.theirs)]),
    );
  });

  it('is searched for under every enum value that determines the meaning of values', () => {
    for (const schema of [world.schemas.main, world.schemas.hub])
      for (const [name, { meanings }] of Object.entries(idBearingEnums)) {
        const type = schema.getType(name);
        const words = isEnumType(type) ? type.getValues().map((word) => word.name) : [];
        expect([name, words.filter((word) => !Object.hasOwn(meanings, word))]).toEqual([name, []]);
      }
  });
});

describe('mass assignment', () => {
  /** Fields that decide membership and rights. No operation accepts them, except those whose purpose they are. */
  const decided =
    /^(role|organizationId|profileId|passwordHash|isEmailVerified|isPhoneVerified|installationIds|rights)$/;
  const reviewed: readonly string[] = [
    ...['inviteUser.input', 'inviteByLink.input', 'updateUser.profile'].flatMap((input) =>
      ['role', 'profileId', 'installationIds'].map((field) => `${input}.${field}`),
    ),
    // The sites of a token, which its creator must see.
    'createToken.installationIds',
    'updateToken.installationIds',
    // The sites of a region, which its caller must see; only people who see all sites may call it.
    'saveTagCategory.category.tags.installationIds',
    // Accepts only the session's own organization; the specification has this argument.
    'createAlertWithDetails.organizationId',
    'updateAlertWithDetails.organizationId',
  ];

  it('offers no way to write role, organization or rights', () => {
    const writable = [world.schemas.main, world.schemas.hub].flatMap((schema) =>
      listOperations(schema)
        .filter(({ kind }) => kind === 'mutation')
        .flatMap((operation) => listLeaves(operation).map(({ path }) => `${operation.name}.${path}`))
        .filter((path) => decided.test(path.split('.').at(-1) ?? '')),
    );
    expect(writable.filter((path) => !reviewed.includes(path))).toEqual([]);
  });

  it('stores no injected fields', async () => {
    const scope = await world.ours.scope('administrator');
    const profileId = scope.profileId as NonNullable<typeof scope.profileId>;
    const wanted = { email: 'slipped@ours.example', password: null, role: 'user', profileId } as const;
    const slipped = {
      organizationId: world.theirs.organizationId,
      id: 1,
      passwordHash: 'mine',
      otpContact: 'email',
      isPhoneVerified: true,
    };
    const created = await world.access.createUser(scope, { ...wanted, ...slipped });
    expect(created).toMatchObject({
      ok: true,
      value: { organizationId: world.ours.organizationId, role: 'user', otpContact: null, isPhoneVerified: false },
    });
    const theirProfile = world.theirs.ids.get('profiles')?.[0] as typeof profileId;
    const strange = await world.access.createUser(scope, {
      ...wanted,
      email: 'strange@ours.example',
      profileId: theirProfile,
    });
    expect(strange).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });
});
