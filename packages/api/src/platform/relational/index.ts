export { acquireLock, type StoreRole } from './database-lock.ts';
export { inTransaction, unwrap } from './in-transaction.ts';
export { alwaysLeader, type Leadership, leadOrFollow, neverLeader } from './leadership.ts';
export {
  listRelationalMigrations,
  migrateRelational,
  migrateRelationalUntil,
  readAppliedRelationalMigrations,
  withStartLock,
} from './migrate-relational.ts';
export {
  type Database,
  openRelationalStore,
  type RelationalOptions,
  type RelationalStore,
} from './relational-store.ts';
export { isStoreUnreachable } from './store-unreachable.ts';
export { isForeignKeyViolation, isUniqueViolation } from './violations.ts';
