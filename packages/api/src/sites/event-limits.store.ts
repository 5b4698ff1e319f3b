import type { EventId, InstallationId } from '@atrium/domain/core';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { events, installations } from './sites.schema.ts';

export interface LimitOfEvent {
  readonly eventId: EventId;
  readonly installationId: InstallationId;
  /** People; null: as many as come. */
  readonly limit: number | null;
}

/** Sets how many may be inside during an event: one number for pages, alerts and screens. `sites.changed` is the caller's to publish. */
export async function writeEventLimit(db: Database, scope: Scope, { eventId, installationId, limit }: LimitOfEvent) {
  const { organizationId } = scope;
  await db
    .update(events)
    .set({ stopngoLimit: limit })
    .where(and(eq(events.organizationId, organizationId), eq(events.id, eventId)));
  // Other processes go by the version.
  await db
    .update(installations)
    .set({ version: sql`${installations.version} + 1` })
    .where(and(eq(installations.organizationId, organizationId), eq(installations.id, installationId)));
}
