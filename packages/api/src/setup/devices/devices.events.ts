import type { OrganizationId } from '@atrium/domain/core';

/** A device sent a packet, or its stored state changed: where it is installed, its name, or its removal. */
export interface SenderChanged {
  readonly organizationId: OrganizationId;
  readonly senderId: number;
}

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    'devices.senderChanged': SenderChanged;
  }
}
