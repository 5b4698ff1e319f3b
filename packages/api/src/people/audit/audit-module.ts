import type { SchemaBuilders } from '../../platform/module.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { registerAudit } from './audit.graphql.ts';
import { expiringAudit } from './expiring-audit.store.ts';
import type { FindMemberNames } from './read-audit.ts';

/** The audit log. Its entries stay forever, unless an operator limits it. */
export const createAuditModule = (deps: { readonly db: Database; readonly namesOf: FindMemberNames }) => ({
  graphql: ({ main }: SchemaBuilders): void => registerAudit(main, deps),
  expiring: [expiringAudit(deps.db)],
});
