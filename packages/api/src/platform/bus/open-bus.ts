import { Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logging/index.ts';
import type { PersistentProblems } from '../persistent-problems.ts';
import type { Bus } from './bus.ts';
import type { Calls } from './calls.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { type NatsBus, openNatsBus } from './nats-bus.ts';

export interface BusOptions {
  /** null when there are no other processes. */
  readonly natsUrl: string | null;
  readonly installation: string;
  readonly logger: Logger;
  readonly problems: PersistentProblems;
  readonly metrics: Registry;
}

interface OpenBus extends Bus {
  readonly calls: Calls | null;
  close(): Promise<void>;
}

const about = 'the bus';
const problem =
  'NATS_URL does not answer: what other processes do is noticed late (keys, rights and sites within half a minute, live values within 15 s)';

/** Opens the bus: within this process, or across all processes of the installation when `natsUrl` is set. */
export async function openBus(options: BusOptions): Promise<OpenBus> {
  const { natsUrl, installation, logger, problems, metrics } = options;
  if (natsUrl === null) return Object.assign(createInProcessBus(logger), { calls: null, close: async () => {} });
  const onChange = (isWhole: boolean) => problems.report(about, isWhole ? null : problem);
  const bus = await openNatsBus({ url: natsUrl, installation, logger, onChange });
  measureBus(bus, metrics);
  return bus;
}

function measureBus(bus: NatsBus, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'atrium_bus_connected',
    help: 'Whether other processes are heard',
    registers,
    collect() {
      this.set(bus.isWhole ? 1 : 0);
    },
  });
  new Counter({
    name: 'atrium_bus_messages_total',
    help: 'Messages to other processes and from them',
    labelNames: ['direction'],
    registers,
    collect() {
      this.reset();
      this.inc({ direction: 'told' }, bus.counts.told);
      this.inc({ direction: 'heard' }, bus.counts.heard);
    },
  });
}
