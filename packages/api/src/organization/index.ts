export { createOrganization, defaultOrganizationName } from './create-organization.ts';
export { type OrganizationDependencies, registerOrganization } from './organization.graphql.ts';
export { type Organization, type OrganizationStore, organizationStore } from './organization.store.ts';
export { updateOrganization } from './update-organization.ts';
