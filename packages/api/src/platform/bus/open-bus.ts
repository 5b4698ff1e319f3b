import { randomUUID } from 'node:crypto';
import { connect, type Msg, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PersistentProblems } from '../platform.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Bus, BusTopics } from './bus.ts';
import { type Calls, createNatsCalls } from './calls.ts';

interface NatsBusOptions {
  readonly url: string;
  /** Id of the installation. Several may share a server; each receives only messages of its own processes. */
  readonly installation: string;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Called whenever the connection is lost or restored. */
  readonly onChange?: (isWhole: boolean) => void;
}

interface Envelope {
  readonly from: string;
  readonly topic: keyof BusTopics;
  readonly message: never;
}

const retryMs = 250;
/** ms between two pings. A server that misses two pings counts as down. */
const pingMs = 5000;
/** ms to wait at close for the last messages to be sent. */
const flushTimeoutMs = 500;

export async function openNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const connection = await connect({
    ...parseNatsUrl(options.url),
    name: `atrium ${process.pid}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    reconnectJitter: retryMs,
    pingInterval: pingMs,
    maxPingOut: 2,
  });
  const bus = new NatsBus(connection, options);
  await bus.flush();
  bus.open();
  return bus;
}

/**
 * Bus across all processes of an installation, through a NATS server. Local listeners are called at once. Messages to
 * other processes may be lost. After a lost connection, every process gets `bus.missed` once the server is back.
 */
class NatsBus implements Bus {
  /** Messages sent to and received from other processes, since the start. */
  readonly counts = { told: 0, heard: 0 };
  readonly calls: Calls;
  readonly #connection: NatsConnection;
  readonly #options: NatsBusOptions;
  readonly #local: Bus;
  readonly #subject: string;
  readonly #own = randomUUID();
  #watching: Promise<void> = Promise.resolve();
  #isWhole = false;
  #isClosed = false;

  constructor(connection: NatsConnection, options: NatsBusOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#local = createInProcessBus(options.logger);
    this.#subject = `atrium.${options.installation}.told`;
    this.calls = createNatsCalls(connection, `atrium.${options.installation}.call`, options.logger);
    connection.subscribe(this.#subject, { callback: (error, received) => this.#hear(error, received) });
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Called once the server has confirmed our subscription. */
  open(): void {
    this.#say(true);
    this.#watching = this.#watch();
  }

  publish<Topic extends keyof BusTopics>(topic: Topic, message: BusTopics[Topic]): void {
    this.#local.publish(topic, message);
    if (this.#isClosed) return;
    try {
      this.#tell(topic, message);
    } catch (error) {
      this.#options.logger.error({ err: error, topic }, 'other processes could not be told');
    }
  }

  subscribe<Topic extends keyof BusTopics>(topic: Topic, listener: (message: BusTopics[Topic]) => void): () => void {
    return this.#local.subscribe(topic, listener);
  }

  /** Resolves when the server has received everything published so far. */
  flush(): Promise<void> {
    return this.#connection.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const goodbye = new Promise((resolve) => setTimeout(resolve, flushTimeoutMs).unref());
    if (this.#isWhole) await Promise.race([this.flush().catch(() => {}), goodbye]);
    await this.#connection.close();
    await this.#watching;
  }

  #tell<Topic extends keyof BusTopics>(topic: Topic, message: BusTopics[Topic]): void {
    this.#connection.publish(this.#subject, JSON.stringify({ from: this.#own, topic, message }));
    this.counts.told += 1;
  }

  #hear(error: Error | null, received: Msg): void {
    try {
      if (error !== null) throw error;
      const { from, topic, message } = received.json<Envelope>();
      if (from === this.#own) return;
      this.counts.heard += 1;
      this.#local.publish(topic, message);
    } catch (fault) {
      this.#options.logger.error({ err: fault }, 'a message of another process could not be read');
    }
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.#say(false);
      // The connection broke again meanwhile; the next reconnect repeats this.
      if (type === 'reconnect') await this.#mend().catch(() => {});
    }
  }

  /** Messages of other processes may be lost until the server has confirmed our subscription. */
  async #mend(): Promise<void> {
    await this.flush();
    this.#say(true);
    this.#local.publish('bus.missed', {});
    // Other processes missed what this one published while disconnected.
    this.#tell('bus.missed', {});
  }

  #say(isWhole: boolean): void {
    if (isWhole === this.#isWhole || this.#isClosed) return;
    this.#isWhole = isWhole;
    const { logger, onChange } = this.#options;
    if (isWhole) logger.info('other processes are heard');
    else logger.warn('NATS is away: other processes are not heard');
    onChange?.(isWhole);
  }
}

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
    help: '1 while NATS is connected, otherwise 0',
    registers,
    collect() {
      this.set(bus.isWhole ? 1 : 0);
    },
  });
  new Counter({
    name: 'atrium_bus_messages_total',
    help: 'Messages between processes, by direction',
    labelNames: ['direction'],
    registers,
    collect() {
      this.reset();
      this.inc({ direction: 'told' }, bus.counts.told);
      this.inc({ direction: 'heard' }, bus.counts.heard);
    },
  });
}

type Listener = (message: never) => void;

/** Creates a bus within this process: `publish` calls the listeners one after the other before it returns. */
export function createInProcessBus(logger: Pick<Logger, 'error'>): Bus {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(topic: string, message: never) {
      // Copied, because listeners may be added or removed during the loop.
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          logger.error({ err: error, topic }, 'a listener failed');
        }
      }
    },
    subscribe(topic: string, listener: Listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all);
      // Wrapped, so that a function subscribed twice is two listeners, each removed by its own return value.
      const own: Listener = (message) => listener(message);
      all.add(own);
      return () => {
        all.delete(own);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
      };
    },
    isWhole: true,
  } as Bus;
}

/**
 * Parses `nats://account:password@host:port` into options for the driver, which accepts only hosts in its addresses.
 */
export function parseNatsUrl(address: string): NodeConnectionOptions {
  const { protocol, hostname, port, username, password } = new URL(address);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: `${hostname}:${port || 4222}`,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
  };
}
