export type { AlertsChanged } from './alerts.events.ts';
export { type AlertsDependencies, registerAlerts } from './alerts.graphql.ts';
export { createNewAlert, type NewAlert } from './definitions/change-alerts.ts';
export { type AlertPast, createAlertPast } from './engine/judge-past.ts';
export { judgeSite } from './engine/judge-site.ts';
export { type AlertWatch, type WatchDependencies, watchAlerts } from './engine/watch-alerts.ts';
export { alertLogStore } from './log/alert-log.store.ts';
export { createObserve } from './observe/index.ts';
