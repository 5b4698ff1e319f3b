import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { print, stripIgnoredCharacters } from 'graphql';
import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { CustomPageDocument } from '../src/pages/custom/operations.generated.ts';
import { ViewerDocument } from '../src/people/organization/operations.generated.ts';
import { printOperation } from './operation-text.ts';

const root = path.join(import.meta.dirname, '../src');
const all = globSync('**/*.graphql', { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));

test.each([
  ['Viewer', ViewerDocument],
  ['CustomPage', CustomPageDocument],
])('%s has the text that the data client sends', async (name, document) => {
  let sent = '';
  const link = new ApolloLink(({ query }) => {
    sent = stripIgnoredCharacters(print(query));
    return of({ data: null, errors: [{ message: 'enough' }] });
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  await client.query<unknown, { id: number }>({ query: document as never, variables: { id: 1 } }).catch(() => null);
  expect(printOperation(name, all.join('\n'))).toBe(sent);
});

test('an unknown operation fails the build', () => {
  expect(() => printOperation('Nothing', all.join('\n'))).toThrow('Nothing');
});
