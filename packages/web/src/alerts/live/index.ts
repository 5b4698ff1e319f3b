export type { OpenAlertFragment } from './operations.generated.ts';
export { useLiveOpenAlerts, useOpenAlerts } from './use-open-alerts.ts';
