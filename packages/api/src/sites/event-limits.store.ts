import type { EventId, InstallationId } from '@atrium/domain/core';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { events, installations } from './sites.schema.ts';

export interface LimitOfEvent {
  readonly eventId: EventId;
  readonly installationId: InstallationId;
  /** Number of people. Null: no limit. */
  readonly limit: number | null;
}

/**
 * Sets the limit of people for an event, used by pages, alerts and screens. The caller must publish `sites.changed`.
 */
export async function writeEventLimit(db: Database, scope: Scope, { eventId, installationId, limit }: LimitOfEvent) {
  const { organizationId } = scope;
  await db
    .update(events)
    .set({ stopngoLimit: limit })
    .where(and(eq(events.organizationId, organizationId), eq(events.id, eventId)));
  // Other processes compare the version to detect changes.
  await db
    .update(installations)
    .set({ version: sql`${installations.version} + 1` })
    .where(and(eq(installations.organizationId, organizationId), eq(installations.id, installationId)));
}
