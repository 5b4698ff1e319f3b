import type { InstallationId, OrganizationId } from '@atrium/domain/core';

/** An alert was written, switched, muted or deleted, or where it stands changed. */
export interface AlertsChanged {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly alertId: number;
}

declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    'alerts.changed': AlertsChanged;
  }
}
