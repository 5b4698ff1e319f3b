export { eraseOrganization } from './erase-organization.ts';
