export type { KeyPurpose } from './access.schema.ts';
export { type Access, type AccessDependencies, createAccess, registerAccess, registerHubAccess } from './access.ts';
export type { Account, Profile, UserToCreate } from './accounts/index.ts';
export { type MemberContacts, memberContacts } from './accounts/verified-contacts.store.ts';
export { announceChanges } from './announce-changes.ts';
export type { CreatedKey, IngestKeys, VerifiedKey } from './ingest-keys/ingest-keys.ts';
export type { Invitation } from './invitations/invite-user.ts';
export { registerProviderRoutes } from './providers/provider.routes.ts';
export { registerOneClick } from './unsubscribing/one-click.routes.ts';
