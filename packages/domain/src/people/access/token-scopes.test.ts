import { expect, test } from 'vitest';
import { isAllowed } from './areas.ts';
import { fullRights, noRights } from './rights.ts';
import { areaOfScope, describeMissingScope, mayUseScope, onlySends, tokenScopes } from './token-scopes.ts';

test('a missing scope is named, beside what the token may do', () => {
  expect(describeMissingScope(['devices:write'], 'readings:write')).toBe(
    "This key may send devices' packets; readings need the scope readings:write.",
  );
  expect(describeMissingScope(['sites:read', 'measurements:read'], 'receipts:write')).toBe(
    'This key may read sites and read measurements; receipts need the scope receipts:write.',
  );
});

test('a right that the owner of a token lacks is named instead', () => {
  expect(describeMissingScope(['sites:read'], 'alerts:read', ['alerts:read'])).toBe(
    'The owner of this token lacks the right for the scope alerts:read.',
  );
  expect(describeMissingScope([], 'sites:read')).toBe('This key may do nothing; sites need the scope sites:read.');
});

test('a person uses a scope as they use its area, and only sites without any right', () => {
  const nobody = { role: 'user', rights: noRights } as const;
  expect(tokenScopes.filter((scope) => mayUseScope(nobody, scope))).toEqual(['sites:read']);
  for (const role of ['user', 'admin'] as const)
    for (const rights of [noRights, fullRights])
      for (const scope of tokenScopes)
        expect(mayUseScope({ role, rights }, scope)).toBe(isAllowed({ role, rights }, areaOfScope[scope]));
  expect(mayUseScope({ role: 'user', rights: fullRights }, 'readings:write')).toBe(false);
});

test('a token that reads anything, or changes alerts, does not only send', () => {
  for (const scope of tokenScopes) {
    const sends = scope.endsWith(':write') && scope !== 'alerts:write';
    expect([scope, onlySends([scope])]).toEqual([scope, sends]);
    expect([scope, onlySends(['readings:write', scope])]).toEqual([scope, sends]);
  }
});
