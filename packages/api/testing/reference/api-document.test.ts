import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCodes } from '@atrium/domain/core';
import { tokenScopes } from '@atrium/domain/people/access';
import { describe, expect, it } from 'vitest';
import { describeMcpTools, describeRestApi } from '../../src/actions/rest-api/index.ts';
import { listRestOperations } from './rest-page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const page = read('docs/api.md');

/** Cells of a column of the table whose header is this line. */
function readColumn(header: string, column = 0): readonly string[] {
  const rows = page.split(header)[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.flatMap((row) => row.split('|')[column + 1]?.match(/`[^`]+`/g) ?? []).map((cell) => cell.slice(1, -1));
}

describe('docs/api.md', () => {
  it('lists every scope and no other', () => {
    expect(readColumn('| scope | allows |')).toEqual([...tokenScopes]);
  });

  it('lists every error code that the document lists', () => {
    const listed = readColumn('| code | status | meaning |');
    const { enum: codes } = (
      describeRestApi().components.schemas.Problem as never as { properties: { code: { enum: string[] } } }
    ).properties.code;
    expect(new Set(codes)).toEqual(new Set(Object.keys(errorCodes)));
    for (const code of listed) expect(codes).toContain(code);
    // A token has no session, so it never has an expired one; a wrong method is in the conventions.
    const left = codes.filter((code) => !listed.includes(code));
    expect(left.toSorted()).toEqual(['METHOD_NOT_ALLOWED', 'TOKEN_EXPIRED']);
  });

  it('lists every tool of MCP with its scope', () => {
    const tools = describeMcpTools();
    const scopes = readColumn('| tool | scope | answers |', 1);
    const listed = readColumn('| tool | scope | answers |').map((name, row) => [name, scopes[row]] as const);
    expect(new Map(listed)).toEqual(new Map(tools.map(({ name, scope }) => [name, scope])));
    expect(listed).toHaveLength(tools.length);
  });

  it('lists every operation that changes something', () => {
    const changes = listRestOperations().filter(({ security }) => security[0]?.token[0]?.endsWith(':write'));
    expect(changes.length).toBeGreaterThan(0);
    for (const { method, path } of changes) expect(page).toContain(`\`${method} ${path}\``);
  });

  it.each(['docs/api.md', 'docs/how-to/read-data.md'])('%s names only operations that there are', (file) => {
    const known = new Set(listRestOperations().map(({ method, path }) => `${method} ${path}`));
    const named = [...read(file).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[a-z]\S*?)[`\s?]/g)]
      .map(([, method, path]) => `${method} ${path}`)
      // The address of a receiver of webhooks.
      .filter((one) => one !== 'POST /your/address');
    expect(named.length).toBeGreaterThan(0);
    for (const one of named) expect([file, one, known.has(one)]).toEqual([file, one, true]);
  });
});
