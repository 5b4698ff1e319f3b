import type { OrganizationId } from '@atrium/domain/core';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Returns the sort order in which organizations take turns: those after the last served one, then from the first again.
 * Within one organization the caller orders by age. `last` is null before the first turn.
 */
export function orderByTurn(organization: AnyPgColumn, last: OrganizationId | null): readonly SQL[] {
  return last === null ? [] : [sql`${organization} <= ${last}`, sql`${organization}`];
}
