export { registerAlerts } from './alert-log.graphql.ts';
export { type AlertLogEntry, alertLogStore } from './alert-log.store.ts';
export type { AlertLogReads } from './read-alert-log.ts';
