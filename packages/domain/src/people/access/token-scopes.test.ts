import { expect, test } from 'vitest';
import { describeMissingScope, onlySends, tokenScopes } from './token-scopes.ts';

test('a missing scope is named, beside what the token may do', () => {
  expect(describeMissingScope(['devices:write'], 'readings:write')).toBe(
    "This key may send devices' packets; readings need the scope readings:write.",
  );
  expect(describeMissingScope(['sites:read', 'measurements:read'], 'receipts:write')).toBe(
    'This key may read sites and read measurements; receipts need the scope receipts:write.',
  );
});

test('a token that reads anything, or changes alerts, does not only send', () => {
  for (const scope of tokenScopes) {
    const sends = scope.endsWith(':write') && scope !== 'alerts:write';
    expect([scope, onlySends([scope])]).toEqual([scope, sends]);
    expect([scope, onlySends(['readings:write', scope])]).toEqual([scope, sends]);
  }
});
