import type { InstallationId, OrganizationId } from '@atrium/domain/core';

/** Published when an alert is saved, switched, muted or deleted, or when its status changes. */
export interface AlertsChanged {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly alertId: number;
}

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    'alerts.changed': AlertsChanged;
  }
}
