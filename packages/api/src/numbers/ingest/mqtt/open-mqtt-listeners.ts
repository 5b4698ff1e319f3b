import { toUrlHost } from '../../../platform/addresses/ip-address.ts';
import { StartRefused } from '../../../platform/failures.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MqttBrokerDeps } from './broker-dependencies.ts';
import { type MqttBroker, openMqttBroker } from './mqtt-broker.ts';
import { createMqttMetrics } from './mqtt-metrics.ts';
import { type SubscriptionDeps, subscribeToBroker } from './mqtt-subscription.ts';

export interface MqttListeners {
  /** Address of the embedded broker, or null when there is none. */
  readonly address: string | null;
  /** Finishes and acknowledges messages being stored. */
  stop(): Promise<void>;
}

const usualPort = 1883;

/** Opens the embedded broker and subscribes to the external one, as configured. */
export async function openMqttListeners(
  platform: Platform,
  {
    keys,
    guesses,
    ingestion,
    devices,
  }: Required<Pick<MqttBrokerDeps & SubscriptionDeps, 'keys' | 'guesses' | 'ingestion' | 'devices'>>,
): Promise<MqttListeners> {
  const { clock, config, logger, metrics, secret } = platform;
  const count = createMqttMetrics(metrics);
  const shared = {
    ingestion,
    clock,
    keys,
    logError: (message: string, error: unknown) => logger.error({ err: error }, message),
  };
  const broker = await embeddedBroker(platform, {
    ...shared,
    devices,
    guesses,
    count: count('embedded'),
    trustedProxies: config.trustedProxies,
    // Any client can cause this warning. Its message is constant, so that the log deduplicates it.
    logRefusal: (refusal) => logger.warn(refusal, 'an MQTT client was sent away'),
  });
  const outside =
    config.mqttUrl === null
      ? null
      : subscribeToBroker({ ...shared, devices, secret, count: count('outside'), log: logger }, config.mqttUrl);
  return {
    address: broker === null ? null : `mqtt://${toUrlHost(config.host)}:${broker.port}`,
    stop: async () => void (await Promise.all([broker?.stop(), outside?.stop()])),
  };
}

/** A configured port must be free. The default port may belong to another broker, which must not prevent the start. */
async function embeddedBroker(
  { config, logger }: Platform,
  deps: Parameters<typeof openMqttBroker>[0],
): Promise<MqttBroker | null> {
  const { host, mqttPort } = config;
  if (mqttPort === 'off') return null;
  try {
    return await openMqttBroker(deps, host, mqttPort ?? usualPort);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    if (mqttPort !== null) {
      throw new StartRefused(`MQTT_PORT ${mqttPort} at ${host} can not be used (${code}): choose another, or off`);
    }
    logger.warn(
      `another program has the MQTT port ${usualPort}: readings come over HTTP only; MQTT_PORT takes another`,
    );
    return null;
  }
}
