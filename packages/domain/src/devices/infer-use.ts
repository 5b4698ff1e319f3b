import { sendableMetrics } from '../measurements/readings/index.ts';
import type { DeviceUse, Packet } from './packet.ts';

/** Infers what a device is from its metrics. Null without any. */
export function inferUse(packets: readonly Pick<Packet, 'told'>[]): DeviceUse | null {
  const kinds = new Set(packets.flatMap(({ told }) => told.map(({ metric }) => sendableMetrics.get(metric)?.kind)));
  if (kinds.has('flow') || kinds.has('count')) return 'counter';
  if (kinds.has('counter')) return 'meter';
  return kinds.has('sample') ? 'air' : null;
}
