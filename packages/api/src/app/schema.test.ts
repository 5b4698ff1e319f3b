import { readFile } from 'node:fs/promises';
import { type GraphQLSchema, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { findUndeclaredOperations } from '../platform/graphql/declared-access.ts';
import { buildUnboundSchemas, describeSchemas } from './schema.ts';

const committed = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

const builtSchemas = () => {
  const absent: object = new Proxy(() => {}, { get: () => absent });
  return buildUnboundSchemas();
};

test('the committed schemas match the code; "npm run schema" writes them', async () => {
  const { main, hub } = describeSchemas();
  expect(await committed('schema.graphql')).toBe(main);
  expect(await committed('schema.hub.graphql')).toBe(hub);
});

test('every operation declares who may call it', () => {
  const { main, hub } = builtSchemas();
  expect(findUndeclaredOperations(main)).toEqual([]);
  expect(findUndeclaredOperations(hub)).toEqual([]);
});

/**
 * Matches descriptions that list values, such as "in or out.", "xlsx, csv or parquet", "ended: by its value; closed:
 * …", "one of …", "a | b".
 */
const listsValues =
  /^`?\w+`?(, `?\w+`?)+(,? or |[.:;])|^`?\w+`? or `?\w+`?( \(|[.:;,]|$)|^\w+: [^;]+; \w+: |\bone of\b| \| /;

/** Yields everything with a type and a description: fields, their arguments, and fields of inputs. */
function* described(schema: GraphQLSchema) {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) continue;
    if (type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      yield { path: `${type.name}.${field.name}`, ...about(field) };
      for (const arg of 'args' in field ? field.args : [])
        yield { path: `${type.name}.${field.name}(${arg.name})`, ...about(arg) };
    }
  }
}

const about = ({ type, description }: { type: Parameters<typeof getNamedType>[0]; description?: string | null }) => ({
  isText: String(getNamedType(type as never)) === 'String',
  description: description ?? '',
});

test('a text with a fixed set of values is an enum', () => {
  const { main, hub } = builtSchemas();
  const texts = [main, hub].flatMap((schema) => [...described(schema)]).filter(({ isText }) => isText);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(({ description }) => listsValues.test(description)).map(({ path }) => path)).toEqual([]);
  for (const told of ['in or out.', 'xlsx, csv or parquet; else xlsx.', 'ended: it ended; closed: it closed.'])
    expect(told).toMatch(listsValues);
});
