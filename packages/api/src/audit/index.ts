export { registerAudit } from './audit.graphql.ts';
export { auditStore } from './audit.store.ts';
export type { AuditReads, NamesOf } from './read-audit.ts';
export { audit, auditViewed, nobody } from './record-audit.ts';
