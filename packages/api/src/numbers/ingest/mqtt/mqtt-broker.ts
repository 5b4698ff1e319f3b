import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Aedes, type Client } from 'aedes';
import { addListeners, sharedPortOptions } from '../../../platform/http/add-listeners.ts';
import { limitConnections } from '../../../platform/http/limit-connections.ts';
import { lockPort } from '../../../platform/http/port-lock.ts';
import type { MqttBrokerDeps } from './broker-dependencies.ts';
import { KeySessions } from './key-sessions.ts';
import { limitPackets } from './limit-packets.ts';
import { defaultMqttLimits, maxPacketOverhead } from './mqtt-limits.ts';
import { createBrokerRules, getClientAddress } from './mqtt-rules.ts';

export interface MqttBroker {
  readonly port: number;
  /** Rejects new clients, acknowledges messages being stored, and closes. */
  stop(): Promise<void>;
}

/** Sockets on the port. Gateways stay connected, so fewer are needed than for pages. */
const listeners = 16;

/** Maximum characters of the broker's reason in the log. */
const maxReasonLength = 100;

/** A client may disable MQTT keep-alive. TCP keep-alive detects dead machines. */
const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };

/**
 * Opens the embedded MQTT 3.1.1 broker.
 *
 * It relays nothing between clients: a key publishes readings to its own topic and receives answers on its own. PUBACK
 * is sent once the valid readings of a message are on disk. Otherwise the connection closes, so that the client sends
 * again. Rejects when the port cannot be opened.
 */
export async function openMqttBroker(deps: MqttBrokerDeps, host: string, port: number): Promise<MqttBroker> {
  const limits = { ...defaultMqttLimits, ...deps.limits };
  const sessions = new KeySessions();
  const stopping = new AbortController();
  const publish = (topic: string, answer: object) => {
    const payload = Buffer.from(JSON.stringify(answer));
    broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
  };
  const rules = createBrokerRules({ ...deps, limits, sessions, publish, stopping: stopping.signal });
  // maxClientsIdLength applies to MQTT 3.1 only, which allows 23 characters. Our ids are prefixed with the key's name.
  const broker = await Aedes.createBroker({
    connectTimeout: limits.signInTimeoutMs,
    drainTimeout: limits.readTimeoutMs,
    maxClientsIdLength: 64,
    ...rules.of,
  });
  const refused = (client: Client, { message }: Error) =>
    deps.logRefusal({
      reason: message.slice(0, maxReasonLength),
      address: getClientAddress(client),
      publicId: sessions.of(client)?.publicId ?? null,
    });
  broker.on('clientDisconnect', (client) => sessions.close(client));
  broker.on('clientError', refused);
  broker.on('connectionError', refused);
  // The broker's types lack this event; unhandled, it would end the process.
  (broker as NodeJS.EventEmitter).on('error', (error: unknown) => deps.logError('the MQTT broker failed', error));

  const server = createServer(socketOptions, (socket) => {
    const client = broker.handle(socket);
    const maxBytes = deps.ingestion.limits.bytesPerRequest + maxPacketOverhead;
    limitPackets(socket, () => (sessions.of(client) === undefined ? limits.bytesToSignIn : maxBytes));
    socket.once('close', () => sessions.close(client));
  });
  const { trustedProxies = [] } = deps;
  const connections = limitConnections(server, { max: limits.connections, trustedProxies });
  // When all connections are taken, signed-in clients are closed last.
  broker.on('clientReady', ({ conn }) => connections.setBusy(conn as Socket, true));
  let closeOthers = () => {};
  let unlock = () => {};
  try {
    // Shared ports must not collide with those of another Atrium instance.
    if (port !== 0) unlock = await lockPort(host, port, null);
    server.listen({ host, port, ...sharedPortOptions });
    await once(server, 'listening');
    closeOthers = await addListeners(server, listeners, socketOptions);
  } catch (error) {
    unlock();
    server.close();
    broker.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      closeOthers();
      server.close();
      unlock();
      stopping.abort();
      await rules.settled();
      // Acknowledgements are written in the next turns of the event loop; closing discards the rest.
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}
