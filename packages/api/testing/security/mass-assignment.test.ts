import { type GraphQLInputObjectType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { findBelonging, getPlainValue } from './operations/argument-values.ts';
import { buildArguments, listOperations } from './operations/operations.ts';
import { runOperation } from './world/run-operation.ts';
import { createWorld, loadAllRows, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
});

/**
 * Fields that would raise privileges or move an object to another organization, added to inputs that do not have them.
 */
const slipped = [
  'role',
  'organizationId',
  'profileId',
  'installationIds',
  'rights',
  'userId',
  'isEmailVerified',
  'passwordHash',
];

const inputsOf = (schema: GraphQLSchema): GraphQLInputObjectType[] =>
  Object.values(schema.getTypeMap()).filter((type): type is GraphQLInputObjectType => isInputObjectType(type));

it('no input takes what decides about rights and belonging, but for those reviewed here', () => {
  const taking = [world.schemas.main, world.schemas.hub].flatMap(inputsOf).flatMap((type) =>
    Object.keys(type.getFields())
      .filter((name) => slipped.includes(name) && !/Filter|Query|Measure/.test(type.name))
      .map((name) => `${type.name}.${name}`),
  );
  expect([...new Set(taking)].sort()).toMatchInlineSnapshot(`
    [
      "AggregatedValuesInput.organizationId",
      "InviteUserInput.installationIds",
      "InviteUserInput.profileId",
      "InviteUserInput.role",
      "TagInput.installationIds",
      "UpdateUserInput.installationIds",
      "UpdateUserInput.profileId",
      "UpdateUserInput.role",
    ]
  `);
});

/** Returns the value with one additional field in its first object; null when there is none. */
function withMore(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const more = withMore(value[0], name);
    return more === null ? null : [more, ...value.slice(1)];
  }
  if (typeof value !== 'object' || value === null || value instanceof File || name in value) return null;
  return { ...value, [name]: name === 'role' ? 'admin' : 1 };
}

it('an input with one more field is refused as a whole, by every operation, and nothing changes', async () => {
  const everything = async () => [
    await loadAllRows(world.db, world.ours.organizationId),
    await loadAllRows(world.db, world.theirs.organizationId),
  ];
  const scope = await world.ours.scope('administrator');
  const before = await everything();
  const tried: string[] = [];
  for (const schema of [world.schemas.main, world.schemas.hub])
    for (const operation of listOperations(schema)) {
      const given = buildArguments(operation, (leaf) =>
        findBelonging(leaf, new Map()) === null ? getPlainValue(leaf, new Map()) : leaf.type === 'Int' ? 1 : '1',
      );
      for (const [argument, value] of Object.entries(given))
        for (const name of slipped) {
          const more = withMore(value, name);
          if (more === null) continue;
          const { data, errors } = await runOperation(schema, operation, { ...given, [argument]: more }, scope);
          tried.push(operation.name);
          const told = errors?.map(({ message }) => message).join() ?? '';
          // A JSON document is no schema input: its own parser refuses unknown fields.
          expect([operation.name, name, data ?? undefined, told]).toEqual([
            operation.name,
            name,
            undefined,
            expect.stringMatching(/not defined by type|got invalid value|there is no field/),
          ]);
        }
    }
  expect(new Set(tried).size).toBeGreaterThan(15);
  expect(await everything()).toEqual(before);
}, 300_000);
