import { Gauge, type Registry } from 'prom-client';
import type { SocketPlaces } from './socket-places.ts';

/** How many listen for live values. */
export function measureSockets(places: Pick<SocketPlaces, 'open'>, registry: Registry): void {
  new Gauge({
    name: 'atrium_open_sockets',
    help: "Open sockets of people who signed in, and of anybody; answers to anybody that go on as events are the latter's",
    labelNames: ['of'],
    registers: [registry],
    collect() {
      const { signedIn, anybody } = places.open();
      this.set({ of: 'people' }, signedIn);
      this.set({ of: 'anybody' }, anybody);
    },
  });
}
