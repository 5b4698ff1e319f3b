import type { OrganizationId } from '@atrium/domain/core';

/** A device sent something, or what is known of it changed: where it hangs, what it is called, that it is gone. */
export interface SenderChanged {
  readonly organizationId: OrganizationId;
  readonly senderId: number;
}

declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    'devices.senderChanged': SenderChanged;
  }
}
