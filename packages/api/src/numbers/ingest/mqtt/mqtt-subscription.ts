import { createHash } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import type { MessageEndpoint } from '../message-endpoint.ts';
import { createReadingsEndpoint, handleMessage, type MessageDeps, pauseFor } from './handle-message.ts';
import type { MqttKeyHolder } from './key-sessions.ts';
import type { MessageOutcome } from './mqtt-metrics.ts';
import { parseTopic, scopeOfTopic, subscribedTopics, withTopic } from './mqtt-topics.ts';

export interface SubscriptionDeps extends MessageDeps {
  readonly keys: { holderOf(publicId: string): Promise<MqttKeyHolder | null> };
  /** Accepts packets in makers' formats. */
  readonly devices: MessageEndpoint;
  /** Secret of the installation. The session at the broker is named after it. */
  readonly secret: string;
  readonly count: (outcome: MessageOutcome) => void;
  readonly log: {
    info(message: string): void;
    warn(message: string): void;
  };
  readonly logError: (message: string, error: unknown) => void;
}

export interface MqttSubscription {
  /** Acknowledges messages being stored and disconnects. The broker queues later ones. */
  stop(): Promise<void>;
}

/** Milliseconds between retries of the connection or of a key's verification. */
const retryMs = 2_000;
const keysWarnedOf = 1_000;

/**
 * Subscribes to the operator's own broker with a persistent session.
 *
 * That broker decides who may publish to a key's topic. A message is acknowledged once its readings are on disk, or
 * when its key is not valid. All other messages wait, and so do those behind them in the broker's window. Never fails:
 * the connection is retried.
 */
export function subscribeToBroker(deps: SubscriptionDeps, url: string): MqttSubscription {
  const { log, logError } = deps;
  const stopping = new AbortController();
  const where = new URL(url).host;
  let underWay: Promise<unknown> = Promise.resolve();
  let wasConnected = false;
  const client = connect(url, {
    clientId: `atrium-${createHash('sha256').update(`mqtt ${deps.secret}`).digest('hex').slice(0, 16)}`,
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: retryMs,
    resubscribe: false,
  });
  client.handleMessage = (packet, done) => {
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const taking = storeWithRetry(deps, packet.topic, payload, stopping.signal);
    underWay = taking.then((isDone) => {
      if (isDone) done();
      // Without calling back, the client sends no acknowledgement and reads nothing more until it is closed.
    });
  };
  client.on('connect', () => {
    wasConnected = true;
    subscribe(client, where, deps);
  });
  client.on('close', () => {
    if (wasConnected && !stopping.signal.aborted) log.warn(`the MQTT broker ${where} is gone: trying again`);
    wasConnected = false;
  });
  let lastError = '';
  client.on('error', (error) => {
    if (error.message !== lastError) logError(`the MQTT broker ${where} can not be used`, error);
    lastError = error.message;
  });
  return {
    async stop() {
      stopping.abort();
      await underWay;
      await client.endAsync();
    },
  };
}

function subscribe(client: MqttClient, where: string, { log, logError }: SubscriptionDeps): void {
  client.subscribe([...subscribedTopics], { qos: 1 }, (error, granted) => {
    if (error)
      return logError(`the MQTT broker ${where} refuses the subscription to ${subscribedTopics.join(', ')}`, error);
    if (granted?.length === subscribedTopics.length && granted.every(({ qos }) => qos === 1))
      return log.info(`readings are taken from the MQTT broker ${where}`);
    log.warn(`the MQTT broker ${where} does not grant QoS 1: what comes while Atrium is away is lost`);
  });
}

const warnedOf = new WeakMap<SubscriptionDeps, Set<string>>();

/** Returns false when stopped before the end; the message must not be acknowledged then. */
async function storeWithRetry(
  deps: SubscriptionDeps,
  topic: string,
  payload: Buffer,
  stop: AbortSignal,
): Promise<boolean> {
  for (;;) {
    try {
      return await take(deps, topic, payload, stop);
    } catch (error) {
      deps.logError('a message from the MQTT broker could not be taken', error);
      if (!(await pauseFor(retryMs, stop))) return false;
    }
  }
}

async function take(deps: SubscriptionDeps, topic: string, payload: Buffer, stop: AbortSignal): Promise<boolean> {
  const named = parseTopic(topic);
  const holder = named === null ? null : await deps.keys.holderOf(named.publicId);
  if (named === null || holder === null || !holder.scopes.includes(scopeOfTopic[named.kind])) {
    deps.count('unknown_key');
    warnOnce(deps, named?.publicId ?? 'without a name');
    return true;
  }
  const { publicId, kind } = named;
  const end = await handleMessage(
    kind === 'devices' ? deps.devices : createReadingsEndpoint(deps),
    withTopic(holder, topic),
    payload,
    (ms) => pauseFor(ms, stop),
  );
  if (end.outcome === 'notStored') return false;
  deps.count(end.outcome);
  if (end.outcome === 'unreadable') deps.log.warn(`a message for key ${publicId} is unreadable: ${end.message}`);
  else if (end.summary.rejected.length > 0) {
    const [first] = end.summary.rejected;
    deps.log.warn(`${end.summary.rejected.length} readings for key ${publicId} were rejected: ${first?.message}`);
  }
  return true;
}

function warnOnce(deps: SubscriptionDeps, key: string): void {
  const warned = warnedOf.get(deps) ?? new Set();
  warnedOf.set(deps, warned);
  if (warned.has(key)) return;
  if (warned.size >= keysWarnedOf) warned.clear();
  warned.add(key);
  deps.log.warn(
    `readings come for key ${key}, which is unknown, expired or revoked, or lacks the scope: they are dropped`,
  );
}
