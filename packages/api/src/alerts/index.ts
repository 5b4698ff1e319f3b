export type { AlertsChanged } from './alerts.events.ts';
export { type AlertsDependencies, registerAlerts } from './alerts.graphql.ts';
export { alertLogStore, type WrittenEntry } from './log/alert-log.store.ts';
export { createObserve, type Observe } from './observe/index.ts';
