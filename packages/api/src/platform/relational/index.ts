export { migrateRelational, withMigrationLock } from './migrate-relational.ts';
export {
  type Database,
  openRelationalStore,
  type RelationalOptions,
  type RelationalStore,
} from './relational-store.ts';
export { isForeignKeyViolation, isUniqueViolation } from './violations.ts';
