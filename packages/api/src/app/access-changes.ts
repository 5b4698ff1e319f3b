import type { Bus } from '../platform/bus/bus.ts';
import type { AccessChanges } from '../platform/graphql/sockets/session-watches.ts';
import '../people/access/access.events.ts';
import '../sites/sites.events.ts';

/** Subscribes to all changes that may affect open streams: rights, sessions, and added or removed sites. */
export function subscribeToAccessChanges(bus: Bus): AccessChanges {
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
