import type { Builder } from '../platform/graphql/builder.ts';
import { registerHubSites } from './hub-sites.graphql.ts';
import { registerSiteConnections } from './site-connections.graphql.ts';
import { type OrganizationRef, registerSiteReads } from './site-reads.graphql.ts';
import { registerSiteTypes } from './site-types.graphql.ts';
import type { SiteReads } from './site-views.ts';

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
