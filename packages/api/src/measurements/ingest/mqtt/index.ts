export type { MqttBrokerDeps } from './broker-dependencies.ts';
export type { MqttKeyHolder } from './key-sessions.ts';
export { type MqttBroker, openMqttBroker } from './mqtt-broker.ts';
export { mqttMetrics } from './mqtt-metrics.ts';
export { type MqttSubscription, subscribeToBroker } from './mqtt-subscription.ts';
