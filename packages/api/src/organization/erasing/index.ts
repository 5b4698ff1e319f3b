export { eraseOrganization } from './erase-organization.ts';
export { readingsOfStore } from './readings-of.store.ts';
