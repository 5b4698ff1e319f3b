import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';

/** Looking at the product as somebody gives no hand on their credentials, nor on anybody's rights. */
export function asThemselves(scope: Scope): Result<void, Failure> {
  return scope.viewedBy === null
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This cannot be done while looking as somebody else'));
}
