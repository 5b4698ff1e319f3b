import {
  allRights,
  areas,
  fullRights,
  isAllowed,
  noRights,
  type Right,
  withRights,
} from '@atrium/domain/people/access';
import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { findBelonging, getPlainValue } from './operations/argument-values.ts';
import { isPermitted, listAreas, listRights } from './operations/declared-permission.ts';
import { buildArguments, listOperations, type Operation } from './operations/operations.ts';
import { getErrorCodes, runOperation } from './world/run-operation.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
});

const columns = ['nobody', 'viewer', 'analyst', 'manager', 'administrator'] as const;

/** Members of a profile with exactly these rights. */
const only = {
  'no right': [],
  'custom only': ['dashboard.custom.read'],
  'sensors only': ['dashboard.sensor.read'],
  'alerts only': ['dashboard.alert.read'],
} as const satisfies Record<string, readonly Right[]>;

/** Whether the declared access refuses a caller; ids do not exist, so that no operation does anything. */
async function isRefused(schema: GraphQLSchema, operation: Operation, scope: Scope | null): Promise<boolean> {
  const given = buildArguments(operation, (leaf) => {
    if (findBelonging(leaf, new Map()) === null) return getPlainValue(leaf, new Map());
    return leaf.type === 'Int' ? 1 : '1';
  });
  const codes = getErrorCodes(await runOperation(schema, operation, given, scope));
  return codes.includes('FORBIDDEN') || codes.includes('UNAUTHENTICATED');
}

async function rowOf(
  schema: GraphQLSchema,
  endpoint: string,
  operation: Operation,
  people: readonly (Scope | null)[],
): Promise<string> {
  const cells: string[] = [];
  for (const scope of people)
    cells.push(operation.isOpen ? 'open' : (await isRefused(schema, operation, scope)) ? '-' : 'yes');
  return [`${endpoint} ${operation.kind} ${operation.name}`.padEnd(44), ...cells.map((cell) => cell.padEnd(13))]
    .join(' ')
    .trimEnd();
}

describe('who may call what', () => {
  it('is as reviewed', async () => {
    const heads = [...columns, ...Object.keys(only)].map((column) => column.padEnd(13));
    const lines = [['operation'.padEnd(44), ...heads].join(' ').trimEnd()];
    const people: (Scope | null)[] = [];
    for (const column of columns) people.push(column === 'nobody' ? null : await world.ours.scope(column));
    const member = await world.ours.scope('viewer');
    for (const rights of Object.values(only)) people.push({ ...member, rights: withRights(noRights, rights) });
    for (const [endpoint, schema] of Object.entries(world.schemas))
      for (const operation of listOperations(schema)) lines.push(await rowOf(schema, endpoint, operation, people));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./rights-matrix.txt');
  }, 60_000);

  /** Returns every operation that requires rights, and a user of each role. */
  async function guarded() {
    const people = [await world.ours.scope('viewer'), await world.ours.scope('administrator')];
    return [world.schemas.main, world.schemas.hub].flatMap((schema) =>
      listOperations(schema)
        .filter(({ authScopes }) => listRights(authScopes).length > 0)
        .flatMap((operation) => people.map((somebody) => ({ schema, operation, somebody }))),
    );
  }

  it('is decided by the API leaf by leaf: each removed in turn, and each alone', async () => {
    for (const { schema, operation, somebody } of await guarded())
      for (const right of allRights)
        for (const rights of [withRights(fullRights, [right], false), withRights(noRights, [right])]) {
          const refused = await isRefused(schema, operation, { ...somebody, rights });
          const permitted = isPermitted(operation.authScopes, { ...somebody, rights });
          expect([operation.name, somebody.role, right, refused]).toEqual([
            operation.name,
            somebody.role,
            right,
            !permitted,
          ]);
        }
    // Some ten thousand requests.
  }, 300_000);

  it('is refused by the API to whoever has none of the rights it names, and open to whoever has just these', async () => {
    for (const { schema, operation, somebody } of await guarded()) {
      const named = listRights(operation.authScopes);
      const holding = (rights: Scope['rights']) => isRefused(schema, operation, { ...somebody, rights });
      const without = await holding(withRights(fullRights, named, false));
      const justThese = await holding(withRights(noRights, named));
      const needsAdministrator = !isPermitted(operation.authScopes, { role: 'user', rights: fullRights });
      const expected = [true, needsAdministrator && somebody.role !== 'admin'];
      expect([operation.name, somebody.role, without, justThese]).toEqual([operation.name, somebody.role, ...expected]);
    }
  });

  it('asks only for areas of the one table, that rights alone decide: what sites measure no operation is told (B07)', () => {
    const asked = [world.schemas.main, world.schemas.hub].flatMap((schema) =>
      listOperations(schema).flatMap(({ authScopes }) => listAreas(authScopes)),
    );
    expect(asked.filter((area) => !Object.hasOwn(areas, area))).toEqual([]);
    expect(asked.filter((area) => !isAllowed({ role: 'admin', rights: fullRights, isOperator: true }, area))).toEqual(
      [],
    );
    expect(new Set(asked).size).toBeGreaterThan(10);
  });
});
