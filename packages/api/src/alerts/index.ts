export type { AlertsChanged } from './alerts.events.ts';
export { type AlertsDependencies, registerAlerts } from './alerts.graphql.ts';
export { type AlertLogEntry, alertLogStore } from './log/alert-log.store.ts';
