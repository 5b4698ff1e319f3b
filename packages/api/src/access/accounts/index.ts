export {
  type Account,
  type AccountsStore,
  accountsStore,
  type Credentials,
  knowsMember,
  type NewAccount,
  type Profile,
  selectAccountId,
  toAccount,
  visibleTo,
} from './accounts.store.ts';
export { checkAuthorityOver } from './authority.ts';
export { createProfile, createUser, setFirstPassword, type UserToCreate } from './create-account.ts';
