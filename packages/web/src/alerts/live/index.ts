export type { OpenAlertFragment } from './operations.generated.ts';
export { useAlertName } from './use-alert-name.ts';
export { useLiveOpenAlerts } from './use-live-open-alerts.ts';
export { useOpenAlerts, useOpenAlertsChange } from './use-open-alerts.ts';
