import type { MqttKeyHolder } from './key-sessions.ts';
import type { MqttLimits } from './mqtt-limits.ts';
import type { MessageOutcome } from './mqtt-metrics.ts';
import type { MessageDeps } from './take-message.ts';

export interface MqttBrokerDeps extends MessageDeps {
  readonly keys: { verify(secret: string): Promise<MqttKeyHolder | null> };
  readonly count: (outcome: MessageOutcome) => void;
  /** Told why a client was sent away, and which; never holds what it presented. */
  readonly logRefusal: (reason: string, client: string | null) => void;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: Partial<MqttLimits>;
}
