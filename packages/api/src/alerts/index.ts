export { type AlertsDependencies, registerAlerts } from './alert-log.graphql.ts';
export { type AlertLogEntry, alertLogStore } from './alert-log.store.ts';
