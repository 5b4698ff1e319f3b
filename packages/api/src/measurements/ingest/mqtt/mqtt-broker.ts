import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Aedes, type Client } from 'aedes';
import { limitConnections, listensBesideOthers, listenWidely, lockPort } from '../../../platform/listening/index.ts';
import type { MqttBrokerDeps } from './broker-dependencies.ts';
import { KeySessions } from './key-sessions.ts';
import { limitPackets } from './limit-packets.ts';
import { bytesBesidePayload, defaultMqttLimits } from './mqtt-limits.ts';
import { addressOfClient, brokerRules } from './mqtt-rules.ts';

export interface MqttBroker {
  readonly port: number;
  /** Lets nobody in any more, acknowledges what is being stored, and closes. */
  stop(): Promise<void>;
}

/** Sockets on the port: gateways stay connected, so fewer than pages need take them in. */
const listeners = 16;

/** Characters of what the broker says of a refusal. */
const longestReason = 100;

/** A client may turn MQTT's own keep-alive off: TCP's finds those whose machine is gone. */
const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };

/**
 * The embedded MQTT 3.1.1 broker. It carries nothing from one client to another: a key publishes readings to its own
 * topic and hears answers on its own. PUBACK is sent when the good readings of a message are on disk; without that the
 * connection ends, which makes the client send again. Rejects when the port can't be listened on.
 */
export async function openMqttBroker(deps: MqttBrokerDeps, host: string, port: number): Promise<MqttBroker> {
  const limits = { ...defaultMqttLimits, ...deps.limits };
  const sessions = new KeySessions();
  const stopping = new AbortController();
  const publish = (topic: string, answer: object) => {
    const payload = Buffer.from(JSON.stringify(answer));
    broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
  };
  const rules = brokerRules({ ...deps, limits, sessions, publish, stopping: stopping.signal });
  // maxClientsIdLength holds for MQTT 3.1 alone, which allows 23 characters; ours have the key's name before them.
  const broker = await Aedes.createBroker({
    connectTimeout: limits.signInWithin,
    drainTimeout: limits.readWithin,
    maxClientsIdLength: 64,
    ...rules.of,
  });
  const refused = (client: Client, { message }: Error) =>
    deps.logRefusal({
      reason: message.slice(0, longestReason),
      address: addressOfClient(client),
      publicId: sessions.of(client)?.publicId ?? null,
    });
  broker.on('clientDisconnect', (client) => sessions.close(client));
  broker.on('clientError', refused);
  broker.on('connectionError', refused);
  // The broker's types do not name this event, which would otherwise end the process.
  (broker as NodeJS.EventEmitter).on('error', (error: unknown) => deps.logError('the MQTT broker failed', error));

  const server = createServer(socketOptions, (socket) => {
    const client = broker.handle(socket);
    const mostBytes = deps.ingestion.limits.bytesPerRequest + bytesBesidePayload;
    limitPackets(socket, () => (sessions.of(client) === undefined ? limits.bytesToSignIn : mostBytes));
    socket.once('close', () => sessions.close(client));
  });
  const { trustedProxies = [] } = deps;
  const connections = limitConnections(server, { max: limits.connections, trustedProxies });
  // Whoever signed in keeps the place longest where all places are taken.
  broker.on('clientReady', ({ conn }) => connections.setBusy(conn as Socket, true));
  let closeOthers = () => {};
  let unlock = () => {};
  try {
    // Sockets that share a port are no obstacle to those of another Atrium.
    if (port !== 0) unlock = await lockPort(host, port, null);
    server.listen({ host, port, ...listensBesideOthers });
    await once(server, 'listening');
    closeOthers = await listenWidely(server, listeners, socketOptions);
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
      // The acknowledgements are written in the next turns; closing destroys what was not.
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}
