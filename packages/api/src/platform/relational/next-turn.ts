import type { OrganizationId } from '@atrium/domain/core';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Order in which organizations take turns: those after the one that had the last turn, then from the first again. Within
 * one organization the caller orders by age. null: nobody has had a turn.
 */
export function nextTurn(organization: AnyPgColumn, last: OrganizationId | null): readonly SQL[] {
  return last === null ? [] : [sql`${organization} <= ${last}`, sql`${organization}`];
}
