import { randomUUID } from 'node:crypto';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/index.ts';
import type { Bus, BusTopics } from './bus.ts';
import { type Calls, natsCalls } from './calls.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { natsAddress } from './nats-address.ts';

export interface NatsBusOptions {
  readonly url: string;
  /** Installations may share a server: each hears its own processes alone. */
  readonly installation: string;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Told whenever the bus breaks, or is whole again. */
  readonly onChange?: (isWhole: boolean) => void;
}

interface Envelope {
  readonly from: string;
  readonly topic: keyof BusTopics;
  readonly message: never;
}

const retryMs = 250;
/** A server that is silent for so long, twice, is taken for gone, ms. */
const pingMs = 5000;
/** What was told last is worth a moment at the end, ms. */
const goodbyeMs = 500;

export async function openNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const connection = await connect({
    ...natsAddress(options.url),
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
 * The same to all processes of an installation, by way of a NATS server. Listeners here are told at once, those elsewhere
 * by a message that may be lost: where one may have been, everybody is told `bus.missed` once the server is back.
 */
export class NatsBus implements Bus {
  /** Messages to other processes, and from them, since the start. */
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
    this.calls = natsCalls(connection, `atrium.${options.installation}.call`, options.logger);
    connection.subscribe(this.#subject, { callback: (error, received) => this.#hear(error, received) });
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The server has our subscription. */
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

  /** Resolves when what was published so far has reached the server. */
  flush(): Promise<void> {
    return this.#connection.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const goodbye = new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref());
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
      // Broken once more meanwhile: the next connection mends it.
      if (type === 'reconnect') await this.#mend().catch(() => {});
    }
  }

  /** Until the server says that it has our subscription, what others tell may pass by. */
  async #mend(): Promise<void> {
    await this.flush();
    this.#say(true);
    this.#local.publish('bus.missed', {});
    // What was told here while nobody could be reached, others have missed.
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
