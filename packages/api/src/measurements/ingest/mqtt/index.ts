export type { MqttKeyHolder } from './key-sessions.ts';
export { type MqttBroker, type MqttBrokerDeps, openMqttBroker } from './mqtt-broker.ts';
export { mqttMetrics } from './mqtt-metrics.ts';
export { type MqttSubscription, subscribeToBroker } from './mqtt-subscription.ts';
