export type { OpenAlertFragment } from './operations.generated.ts';
export { useAlertName } from './use-alert-name.ts';
export { useLiveOpenAlerts, useOpenAlerts } from './use-open-alerts.ts';
