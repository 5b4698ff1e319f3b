import { randomUUID } from 'node:crypto';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/index.ts';
import type { Bus, BusTopics } from './bus.ts';
import { type Calls, createNatsCalls } from './calls.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { parseNatsUrl } from './parse-nats-url.ts';

export interface NatsBusOptions {
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
export class NatsBus implements Bus {
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
