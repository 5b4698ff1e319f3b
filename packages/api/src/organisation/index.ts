export { createOrganization } from './create-organization.ts';
export { type OrganisationDependencies, registerOrganisation } from './organisation.graphql.ts';
export { type OrganisationStore, type Organization, organisationStore } from './organisation.store.ts';
export { updateOrganization } from './update-organization.ts';
