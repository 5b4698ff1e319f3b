import type { OrganizationId } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../people/access/index.ts';
import type { HttpEdge, SchemaBuilders } from '../../platform/module.ts';
import { ownFiles } from '../../platform/relational/owned-files.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SalesImportsDependencies } from './imports/import-sales.ts';
import { createImportSales } from './imports/import-sales.ts';
import { registerReceiptRoutes } from './receipts.routes.ts';
import { receiptsStore } from './receipts.store.ts';
import { registerSalesOnHub } from './sales.graphql.ts';
import { salesImports } from './sales.schema.ts';
import type { FunnelReads } from './sales-funnel.ts';
import { createReceiptIntake } from './take-receipts.ts';

/** Dependencies of sales imports and the funnel. */
interface SalesModuleDependencies extends SalesImportsDependencies, Pick<FunnelReads, 'answerQueries'>, Members {
  /** Names of organizations and email addresses of users whose funnel shows demonstration figures. */
  readonly funnelDemo: readonly string[];
}

interface Members {
  readonly organizationName: (scope: Scope) => Promise<string>;
  readonly contactsOf: (
    organizationId: OrganizationId,
  ) => Promise<readonly { readonly userId: number; readonly email: string | null }[]>;
}

interface ReceiptsModuleDependencies
  extends Pick<SalesImportsDependencies, 'db' | 'clock' | 'bus' | 'sites' | 'logError'> {
  readonly access: Pick<Access, 'ingestKeys' | 'keyGuesses'>;
}

/** Receipts of tills: their intake, and their sums for answers. */
export function createReceiptsModule({ access, ...deps }: ReceiptsModuleDependencies) {
  const { db, clock, logError } = deps;
  const receipts = createReceiptIntake(deps);
  return {
    services: { receipts, salesReader: receiptsStore(db) },
    routes: (routes: FastifyInstance, { addressOf }: HttpEdge) =>
      registerReceiptRoutes(routes, {
        receipts,
        clock,
        keys: access.ingestKeys,
        guessing: { guesses: access.keyGuesses, addressOf },
        logError,
      }),
  };
}

/** Sales files and the funnel. */
export function createSalesModule({ funnelDemo, answerQueries, ...parts }: SalesModuleDependencies) {
  const { db, sites, clock } = parts;
  const importSales = createImportSales(parts);
  const demonstratesTo = createDemonstrationCheck(funnelDemo, parts);
  const funnel = { sites, clock, receipts: receiptsStore(db), answerQueries, demonstratesTo };
  return {
    services: { importSales },
    ownedFiles: [ownFiles(db, 'sales-imports', salesImports.fileKey)],
    graphql: ({ hub }: SchemaBuilders) => registerSalesOnHub(hub, { funnel, imports: { ...parts, importSales } }),
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
