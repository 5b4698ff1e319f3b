import type { Instant, OrganizationId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { reportUnsubscriptions } from './access.schema.ts';

export function unsubscriptionsStore(db: Database) {
  return {
    async add(scope: Scope, reportId: number, email: string, at: Instant): Promise<void> {
      await db
        .insert(reportUnsubscriptions)
        .values({ organizationId: scope.organizationId, reportId, email, at: new Date(at) })
        .onConflictDoNothing();
    },

    async of(scope: Scope, reportId: number): Promise<ReadonlySet<string>> {
      const rows = await db
        .select({ email: reportUnsubscriptions.email })
        .from(reportUnsubscriptions)
        .where(
          and(
            eq(reportUnsubscriptions.organizationId, scope.organizationId as OrganizationId),
            eq(reportUnsubscriptions.reportId, reportId),
          ),
        );
      return new Set(rows.map(({ email }) => email));
    },
  };
}
