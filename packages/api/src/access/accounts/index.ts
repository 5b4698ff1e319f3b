export { type Account, type AccountsStore, accountsStore, type Profile } from './accounts.store.ts';
export { createProfile, createUser, type UserToCreate } from './create-account.ts';
