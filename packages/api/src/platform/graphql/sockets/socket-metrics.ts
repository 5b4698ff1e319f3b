import { Gauge, type Registry } from 'prom-client';
import type { SocketSlots } from './socket-slots.ts';

/** Returns the number of buffered bytes of each open socket. */
export type GetBufferedBytes = () => readonly number[];

/** Registers metrics for open sockets and for the bytes buffered for slow readers. */
export function measureSockets(
  places: Pick<SocketSlots, 'open'>,
  waitingBytes: GetBufferedBytes,
  registry: Registry,
): void {
  new Gauge({
    name: 'atrium_open_sockets',
    help: 'Open sockets: of signed-in people, and anonymous, including event streams',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      const { signedIn, anybody } = places.open();
      this.set({ of: 'people' }, signedIn);
      this.set({ of: 'anybody' }, anybody);
    },
  });
  new Gauge({
    name: 'atrium_socket_waiting_bytes',
    help: 'Unsent bytes of sockets whose clients read slowly: all, and the slowest',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      const waiting = waitingBytes();
      this.set(
        { of: 'all' },
        waiting.reduce((sum, one) => sum + one, 0),
      );
      this.set(
        { of: 'most' },
        waiting.reduce((most, one) => Math.max(most, one), 0),
      );
    },
  });
}
