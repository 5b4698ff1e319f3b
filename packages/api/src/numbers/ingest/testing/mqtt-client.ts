import { connect, type IClientOptions, type MqttClient } from 'mqtt';

/** Public id and full key known to the fixture's verifier. */
export const publicId = '0123456789abcdef';
export const secret = `atr_${publicId}_secret`;

/** Resolves when the client's connection has closed. */
export const waitForClose = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));

/** Connects a gateway without automatic retries, with the fixture's key by default. */
export async function connectGateway(port: number, options: IClientOptions = {}): Promise<MqttClient> {
  const client = connect({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    username: publicId,
    password: secret,
    reconnectPeriod: 0,
    ...options,
  });
  client.on('error', () => {});
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('close', () => reject(new Error('the connection was ended')));
  });
}

/** Returns whether the broker acknowledged the message; false when it closed the connection. */
export async function isAcknowledged(client: MqttClient, topic: string, payload: string | Buffer, qos: 1 | 2 = 1) {
  if (!client.connected) return false;
  const acknowledged = client.publishAsync(topic, payload, { qos }).then(
    () => true,
    () => false,
  );
  return Promise.race([acknowledged, waitForClose(client).then(() => false)]);
}
