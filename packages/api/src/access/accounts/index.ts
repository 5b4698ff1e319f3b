export {
  type Account,
  type AccountsStore,
  accountOf,
  accountsStore,
  type Credentials,
  type NewAccount,
  type Profile,
} from './accounts.store.ts';
export { createProfile, createUser, type UserToCreate } from './create-account.ts';
