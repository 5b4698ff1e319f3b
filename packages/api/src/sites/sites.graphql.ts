import type { Builder } from '../platform/graphql/builder.ts';
import { registerSiteConnections } from './graphql/connections.graphql.ts';
import { registerHubSites } from './graphql/hub-sites.graphql.ts';
import { type OrganizationRef, registerSiteReads } from './graphql/reads.graphql.ts';
import { registerSiteTypes } from './graphql/types.graphql.ts';
import type { SiteReads } from './graphql/views.ts';

/** Registers the operations about sites on the hub's endpoint. */
export function registerSitesOnHub(hub: Builder, { directory, clock }: SiteReads): void {
  registerHubSites(hub, { directory, clock });
}

/** Registers the operations about sites and returns the types for other modules. */
export function registerSites(builder: Builder, { directory, clock }: SiteReads, organization: OrganizationRef) {
  const reads = { directory, clock };
  const types = registerSiteTypes(builder, reads);
  registerSiteReads(builder, reads, types, organization);
  registerSiteConnections(builder, reads, types);
  return types;
}
