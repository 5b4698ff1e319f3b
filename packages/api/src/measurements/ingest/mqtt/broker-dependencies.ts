import type { MqttKeyHolder } from './key-sessions.ts';
import type { MqttLimits } from './mqtt-limits.ts';
import type { MessageOutcome } from './mqtt-metrics.ts';
import type { MessageDeps, MessageDoor } from './take-message.ts';

export interface MqttBrokerDeps extends MessageDeps {
  readonly keys: { verify(secret: string, purpose?: 'readings' | 'devices'): Promise<MqttKeyHolder | null> };
  /** Takes what devices send in their makers' formats; without it nobody publishes that here. */
  readonly devices?: MessageDoor;
  readonly count: (outcome: MessageOutcome) => void;
  /** Told why a client was sent away, and which; never holds what it presented. */
  readonly logRefusal: (reason: string, client: string | null) => void;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: Partial<MqttLimits>;
  /** Networks of proxies, whose connections belong to many callers. */
  readonly trustedProxies?: readonly string[];
}
