import type { Clock, InstallationId } from '@atrium/domain/core';
import type { YearsRef } from '../people/organization/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import type { SchemaBuilders } from '../platform/module.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { registerHubSites } from './hub-sites.graphql.ts';
import { registerSaveTagCategory } from './save-tag-category.graphql.ts';
import { registerSiteConnections } from './site-connections.graphql.ts';
import type { SiteSnapshots } from './site-directory.ts';
import { type OrganizationRef, registerSiteReads } from './site-reads.graphql.ts';
import { registerSiteTypes } from './site-types.graphql.ts';
import type { SiteReads } from './site-views.ts';

interface SiteOperationsDependencies {
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  readonly db: Database;
  readonly bus: Bus;
}

/** Adds the operations about sites, after the type of their organization. */
export function createSiteOperationsModule({ sites, clock, db, bus }: SiteOperationsDependencies) {
  const reads = { directory: sites, clock };
  return {
    graphql(
      { main, hub }: SchemaBuilders,
      { organization, years }: { readonly organization: OrganizationRef; readonly years: YearsRef },
    ) {
      registerHubSites(hub, reads);
      const seesInstallation = async (scope: Scope, id: InstallationId) => (await sites.topology(scope, id)) !== null;
      registerSaveTagCategory(main, { db, bus, clock, seesInstallation });
      return { siteTypes: registerSites(main, reads, organization, years) };
    },
  };
}

/** Registers the operations about sites and returns the types for other modules. */
export function registerSites(builder: Builder, reads: SiteReads, organization: OrganizationRef, years: YearsRef) {
  const types = registerSiteTypes(builder, reads, years);
  registerSiteReads(builder, reads, types, organization);
  registerSiteConnections(builder, reads, types);
  return types;
}
