import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';

/** Refuses sessions that view the product as another user. These must not change credentials or rights. */
export function refuseViewAs(scope: Scope): Result<void, Failure> {
  return scope.viewedBy === null
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This cannot be done while looking as somebody else'));
}
