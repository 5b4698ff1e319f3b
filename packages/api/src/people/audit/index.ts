export { registerAudit } from './audit.graphql.ts';
export { auditStore } from './audit.store.ts';
export { createAuditModule } from './audit-module.ts';
export type { FindMemberNames } from './read-audit.ts';
export { recordAudit, recordAuditIfViewed, unknownActor } from './record-audit.ts';
export { recordRefusals } from './record-refusals.ts';
