export type { OpenAlertFragment } from './operations.generated.ts';
export { useAlertName, useLiveOpenAlerts, useOpenAlerts, useOpenAlertsChange } from './use-open-alerts.ts';
