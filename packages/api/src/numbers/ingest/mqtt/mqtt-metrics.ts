import { Counter, type Registry } from 'prom-client';

export type MessageOutcome = 'stored' | 'unreadable' | 'not_stored' | 'unknown_key' | 'refused';

/** Counts messages by source (embedded or external broker) and outcome. */
export function createMqttMetrics(registry: Registry) {
  const messages = new Counter({
    name: 'mqtt_messages_total',
    help: 'MQTT messages by outcome',
    labelNames: ['broker', 'outcome'] as const,
    registers: [registry],
  });
  return (broker: 'embedded' | 'outside') => (outcome: MessageOutcome) => messages.inc({ broker, outcome });
}
