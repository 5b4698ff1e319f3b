export { inTransaction, unwrap } from './in-transaction.ts';
export { type Lead, leadsAlone, nobodyLeads, takeOrFollow } from './lead.ts';
export {
  appliedRelationalMigrations,
  migrateRelational,
  migrateRelationalUntil,
  relationalMigrations,
  withStartLock,
} from './migrate-relational.ts';
export { nextTurn } from './next-turn.ts';
export {
  type Database,
  openRelationalStore,
  type RelationalOptions,
  type RelationalStore,
} from './relational-store.ts';
export { takeSoleUse, type Use } from './sole-use.ts';
export { isStoreAway } from './store-away.ts';
export { isForeignKeyViolation, isUniqueViolation } from './violations.ts';
