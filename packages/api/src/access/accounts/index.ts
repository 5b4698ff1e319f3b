export { type Account, type AccountsStore, accountsStore, type Credentials, type Profile } from './accounts.store.ts';
export { createProfile, createUser, type UserToCreate } from './create-account.ts';
