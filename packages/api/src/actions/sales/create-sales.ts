import type { OrganizationId } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SalesImportsDependencies } from './imports/import-sales.ts';
import { createImportSales } from './imports/import-sales.ts';
import { receiptsStore } from './receipts.store.ts';
import type { SalesDependencies } from './sales.graphql.ts';
import type { FunnelReads } from './sales-funnel.ts';

/** Dependencies of sales imports and the funnel. */
interface SalesParts extends SalesImportsDependencies, Pick<FunnelReads, 'answerQueries'>, Members {
  /** Names of organizations and email addresses of users whose funnel shows demonstration figures. */
  readonly funnelDemo: readonly string[];
}

interface Members {
  readonly organizationName: (scope: Scope) => Promise<string>;
  readonly contactsOf: (
    organizationId: OrganizationId,
  ) => Promise<readonly { readonly userId: number; readonly email: string | null }[]>;
}

/** Connects sales imports and the funnel for GraphQL. */
export function createSales({ funnelDemo, answerQueries, ...parts }: SalesParts): SalesDependencies {
  const { db, sites, clock } = parts;
  const demonstratesTo = createDemonstrationCheck(funnelDemo, parts);
  return {
    funnel: { sites, clock, receipts: receiptsStore(db), answerQueries, demonstratesTo },
    imports: { ...parts, importSales: createImportSales(parts) },
  };
}

/**
 * Builds the check whether a caller sees the demonstration. `shown`: names of organizations and email addresses of
 * users.
 */
function createDemonstrationCheck(
  shown: readonly string[],
  { organizationName, contactsOf }: Members,
): FunnelReads['demonstratesTo'] {
  return async (scope) => {
    if (shown.length === 0) return false;
    if (shown.includes(await organizationName(scope))) return true;
    const members = await contactsOf(scope.organizationId);
    const email = members.find(({ userId }) => userId === scope.userId)?.email;
    return email != null && shown.includes(email);
  };
}
