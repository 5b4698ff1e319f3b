export {
  type Account,
  type AccountsStore,
  accountOf,
  accountsStore,
  type Credentials,
  type NewAccount,
  type Profile,
  visibleTo,
} from './accounts.store.ts';
export { createProfile, createUser, type UserToCreate } from './create-account.ts';
