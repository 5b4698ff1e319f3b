import { allRights, fullRights, noRights, type Right, withRights } from '@atrium/domain/access';
import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../access/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { ask, codesOf } from './ask.ts';
import { argumentsOf, isTenantId, type Operation, operationsOf, plainValue } from './operations.ts';
import { createWorld, type World } from './test-world.ts';

const stores = useTestStores();
let world: World;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
});

const columns = ['nobody', 'viewer', 'analyst', 'manager', 'administrator'] as const;

/** Whether the declared access lets somebody through; ids are of nothing, so that no operation gets far. */
async function isRefused(schema: GraphQLSchema, operation: Operation, scope: Scope | null): Promise<boolean> {
  const given = argumentsOf(operation, (path, type) =>
    isTenantId({ path, type: String(type) }) ? (String(type) === 'Int' ? 1 : 'none') : plainValue(path, String(type)),
  );
  const codes = codesOf(await ask(schema, operation, given, scope));
  return codes.includes('FORBIDDEN') || codes.includes('UNAUTHENTICATED');
}

async function rowOf(schema: GraphQLSchema, endpoint: string, operation: Operation): Promise<string> {
  const cells: string[] = [];
  for (const column of columns) {
    const scope = column === 'nobody' ? null : await world.ours.scope(column);
    cells.push(operation.isOpen ? 'open' : (await isRefused(schema, operation, scope)) ? '-' : 'yes');
  }
  return [`${endpoint} ${operation.kind} ${operation.name}`.padEnd(44), ...cells.map((cell) => cell.padEnd(13))]
    .join(' ')
    .trimEnd();
}

/** The rights an operation's declaration names, wherever in it they stand. */
function rightsIn(declaration: unknown): readonly Right[] {
  if (typeof declaration !== 'object' || declaration === null) return [];
  return Object.entries(declaration).flatMap(([key, value]) => (key === 'right' ? [value as Right] : rightsIn(value)));
}

/** The rights it can't do without: each alone, or as alternatives of which one is enough. */
function requirementsIn(declaration: unknown): readonly (readonly Right[])[] {
  if (typeof declaration !== 'object' || declaration === null) return [];
  return Object.entries(declaration).flatMap(([key, value]) => {
    if (key === '$any') return [rightsIn(value)];
    return key === 'right' ? [[value as Right]] : requirementsIn(value);
  });
}

describe('who may call what', () => {
  it('is as reviewed', async () => {
    const lines = [['operation'.padEnd(44), ...columns.map((column) => column.padEnd(13))].join(' ').trimEnd()];
    for (const [endpoint, schema] of Object.entries(world.schemas))
      for (const operation of operationsOf(schema)) lines.push(await rowOf(schema, endpoint, operation));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./rights-matrix.txt');
  }, 60_000);

  it('is refused by the API for the want of one right', async () => {
    // An administrator, since some operations ask for one besides the right.
    const somebody = await world.ours.scope('administrator');
    const holding = (rights: Scope['rights']): Scope => ({ ...somebody, rights });
    for (const schema of [world.schemas.main, world.schemas.hub])
      for (const operation of operationsOf(schema))
        for (const rights of requirementsIn(operation.authScopes)) {
          const without = await isRefused(schema, operation, holding(withRights(fullRights, [...rights], false)));
          expect([operation.name, rights, without]).toEqual([operation.name, rights, true]);
          for (const right of rights) {
            const alone = await isRefused(schema, operation, holding(withRights(noRights, [right])));
            expect([operation.name, right, alone]).toEqual([operation.name, right, false]);
          }
        }
  });

  it('asks only for rights there are', () => {
    const asked = operationsOf(world.schemas.main).flatMap(({ authScopes }) => rightsIn(authScopes));
    expect(asked.filter((right) => !allRights.includes(right))).toEqual([]);
  });
});
