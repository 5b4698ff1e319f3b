import type { Bus } from './platform/bus/bus.ts';
import type { AccessChanges } from './platform/graphql/streams/session-watches.ts';
import './access/access.events.ts';
import './sites/sites.events.ts';

/** What may end or change what somebody is shown while they look: their rights and sessions, and the sites there are. */
export function accessChangesOn(bus: Bus): AccessChanges {
  return (listener) => {
    const stops = [
      bus.subscribe('access.changed', (change) => listener({ ...change, reopens: false })),
      bus.subscribe('sites.changed', (change) => listener({ ...change, reopens: true })),
      bus.subscribe('bus.missed', () => listener({ organizationId: null, reopens: true })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
