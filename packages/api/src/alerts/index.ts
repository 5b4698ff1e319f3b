export type { AlertsChanged } from './alerts.events.ts';
export { type AlertsDependencies, registerAlerts } from './alerts.graphql.ts';
export { type AlertWatch, type WatchDependencies, watchAlerts } from './engine/watch-alerts.ts';
export { alertLogStore, type WrittenEntry } from './log/alert-log.store.ts';
export { createObserve, type Observe } from './observe/index.ts';
