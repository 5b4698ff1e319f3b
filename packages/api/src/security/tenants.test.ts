import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { ask, codesOf } from './ask.ts';
import { argumentsOf, isTenantId, leavesOf, type Operation, operationsOf, plainValue, tableOf } from './operations.ts';
import { createWorld, everythingOf, type Tenant, tenantTables, type World } from './test-world.ts';

const stores = useTestStores();
let world: World;
let canaries: readonly string[];

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  const [ours, theirs] = await Promise.all([textsOf(world.ours), textsOf(world.theirs)]);
  canaries = theirs.filter((text) => !ours.includes(text));
});

/** Every text an organization's rows hold that is long enough to be its own. */
async function textsOf(tenant: Tenant): Promise<readonly string[]> {
  const texts = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node === 'string' && node.length >= 6) texts.add(node);
    else if (typeof node === 'object' && node !== null && !(node instanceof Date)) Object.values(node).forEach(collect);
  };
  collect(await everythingOf(world.db, tenant.organizationId));
  return [...texts];
}

/** The ids of theirs an argument may be given: of its own table where the name tells, otherwise of every table. */
function theirIds(path: string): readonly (number | string)[] {
  if (path.endsWith('publicId')) return [world.theirs.publicKeyId];
  const table = tableOf(path);
  const known = table === null ? undefined : world.theirs.ids.get(table);
  return known ?? [...world.theirs.ids.values()].flat();
}

function ourId(path: string): number | string | undefined {
  if (path.endsWith('publicId')) return world.ours.publicKeyId;
  return world.ours.ids.get(tableOf(path) ?? 'organizations')?.[0];
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

async function walk(schema: GraphQLSchema, operation: Operation): Promise<void> {
  const ids = leavesOf(operation).filter(isTenantId);
  const attempts = ids.flatMap((focus) => theirIds(focus.path).map((theirs) => ({ focus, theirs })));
  for (const attempt of attempts.length > 0 ? attempts : [null]) {
    const scope = await world.ours.scope('administrator');
    const given = argumentsOf(operation, (path, type) => {
      if (!isTenantId({ path, type: String(type) })) return plainValue(path, String(type));
      return path === attempt?.focus.path ? attempt.theirs : ourId(path);
    });
    const answer = await ask(schema, operation, given, scope);
    const said = JSON.stringify(answer);
    for (const canary of canaries) expect(said, `${operation.name}(${JSON.stringify(given)})`).not.toContain(canary);
    if (attempt === null) continue;
    const outcome = isEmpty(answer.data?.[operation.name])
      ? codesOf(answer).filter((code) => code !== 'NOT_FOUND')
      : answer;
    expect([operation.name, given, outcome]).toEqual([operation.name, given, []]);
  }
}

describe('another organization', () => {
  it('has a row in every table that holds an organization’s rows', async () => {
    const everything = await everythingOf(world.db, world.theirs.organizationId);
    const empty = (await tenantTables(world.db)).filter((table) => everything[table]?.length === 0);
    expect(empty, 'give these tables a row in test-world.ts').toEqual([]);
    expect(canaries.length).toBeGreaterThan(20);
  });

  it('is not there for any operation, whatever id it is asked by, and stays as it is', async () => {
    const before = await everythingOf(world.db, world.theirs.organizationId);
    for (const schema of [world.schemas.main, world.schemas.hub])
      for (const operation of operationsOf(schema)) await walk(schema, operation);
    expect(await everythingOf(world.db, world.theirs.organizationId)).toEqual(before);
  }, 120_000);

  it('would be noticed', async () => {
    const them = await world.theirs.scope('administrator');
    const me = operationsOf(world.schemas.main).find(({ name }) => name === 'me') as Operation;
    const said = JSON.stringify(await ask(world.schemas.main, me, {}, them));
    expect(canaries.some((canary) => said.includes(canary))).toBe(true);
  });
});

describe('mass assignment', () => {
  /** Who belongs where and may do what: no operation takes these, except those whose purpose it is. */
  const decided =
    /^(role|organizationId|profileId|passwordHash|isEmailVerified|isPhoneVerified|installationIds|rights)$/;
  const reviewed: readonly string[] = [];

  it('finds no way to write role, organization or rights', () => {
    const writable = [world.schemas.main, world.schemas.hub].flatMap((schema) =>
      operationsOf(schema)
        .filter(({ kind }) => kind === 'mutation')
        .flatMap((operation) => leavesOf(operation).map(({ path }) => `${operation.name}.${path}`))
        .filter((path) => decided.test(path.split('.').at(-1) ?? '')),
    );
    expect(writable.filter((path) => !reviewed.includes(path))).toEqual([]);
  });

  it('stores nothing a caller slips in', async () => {
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
