export { createOrganization, defaultOrganizationName, updateOrganization } from './change-organization.ts';
export { type OrganizationDependencies, registerOrganization } from './organization.graphql.ts';
export { type Organization, type OrganizationStore, organizationStore } from './organization.store.ts';
