export {
  type Account,
  type AccountsStore,
  accountOf,
  accountsStore,
  type Credentials,
  idOfHolder,
  knowsMember,
  type NewAccount,
  type Profile,
  visibleTo,
} from './accounts.store.ts';
export { checkAuthorityOver } from './authority.ts';
export { createProfile, createUser, setFirstPassword, type UserToCreate } from './create-account.ts';
