import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { undeclaredOperations } from './platform/graphql/declared-access.ts';
import { buildSchemas, describeSchemas } from './schema.ts';

const committed = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

test('the committed schemas are those of the code; "npm run schema" writes them', async () => {
  const { main, hub } = describeSchemas();
  expect(await committed('schema.graphql')).toBe(main);
  expect(await committed('schema.hub.graphql')).toBe(hub);
});

test('every operation says who may call it', () => {
  const absent: object = new Proxy(() => {}, { get: () => absent });
  const { main, hub } = buildSchemas(absent as never);
  expect(undeclaredOperations(main)).toEqual([]);
  expect(undeclaredOperations(hub)).toEqual([]);
});
