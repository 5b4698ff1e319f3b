import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Ids } from '../../sites/stored/index.ts';
import { type Entity, partsOf } from '../../sites/stored/index.ts';

export interface Writing {
  /** A transaction: all of a file or nothing of it. */
  readonly db: Database;
  readonly organizationId: OrganizationId;
  readonly ids: Ids;
  readonly now: Instant;
}

/** The id of a record that is stored already or was written just before. */
export function idOf(kind: Entity, key: string, { ids }: Writing): number {
  const id = ids[kind].get(key);
  if (id === undefined) throw new Error(`the ${kind} ${partsOf(key).join('/')} is named before it is written`);
  return id;
}

export const dateOf = (instant: Instant | null): Date | null => (instant === null ? null : new Date(instant));
