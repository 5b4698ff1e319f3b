export { createOrganization, defaultOrganizationName, updateOrganization } from './change-organization.ts';
export { createOrganizationModule, type YearsRef } from './organization.graphql.ts';
export { type Organization, type OrganizationStore, organizationStore } from './organization.store.ts';
