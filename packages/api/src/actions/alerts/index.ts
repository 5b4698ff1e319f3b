export { firingEndings } from './alert-event.ts';
export type { AlertsChanged } from './alerts.events.ts';
export { createAlertsModule } from './alerts.graphql.ts';
export type { AlertDraft, Planning, StoredAlert, StoredPlanning } from './definitions/alert.ts';
export { actionTypes } from './definitions/alert.ts';
export { type AlertsStore, alertsStore } from './definitions/alerts.store.ts';
export { type CreateAlert, muteAlert, toRuleKey } from './definitions/change-alerts.ts';
export {
  checkContacts,
  closedAddress,
  describeProblem,
  type MayCall,
  parseActions,
} from './definitions/check-alert.ts';
export {
  type AlertStatus,
  alertStatuses,
  type ReadableAlert,
  readAlert,
  readAlerts,
} from './definitions/read-alerts.ts';
export { createObserve } from './engine/observe.ts';
export { type EvaluatePast, evaluateSite } from './engine/run-evaluations.ts';
export { alertLogStore } from './log/alert-log.store.ts';
export { acknowledgeAlert, readOpenAlerts } from './log/open-alerts.ts';
export { type ReadableAlertLogEntry, readAlertLog } from './log/read-alert-log.ts';
