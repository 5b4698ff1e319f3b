import type { SecretGuesses } from '../../../platform/addresses/index.ts';
import type { MqttKeyHolder } from './key-sessions.ts';
import type { MqttLimits } from './mqtt-limits.ts';
import type { MessageOutcome } from './mqtt-metrics.ts';
import type { MessageDeps, MessageDoor } from './take-message.ts';

/** Why a client was sent away. Nothing in it is longer than some words, and nothing is what a stranger presented. */
export interface MqttRefusal {
  readonly reason: string;
  readonly address: string;
  /** The key it signed in with; null: it did not sign in. */
  readonly publicId: string | null;
}

export interface MqttBrokerDeps extends MessageDeps {
  readonly keys: { verify(secret: string, purpose?: 'readings' | 'devices'): Promise<MqttKeyHolder | null> };
  /** Takes what devices send in their makers' formats; without it nobody publishes that here. */
  readonly devices?: MessageDoor;
  readonly count: (outcome: MessageOutcome) => void;
  /** Counts unknown keys by the address they come from; without: nobody does. */
  readonly guesses?: SecretGuesses;
  readonly logRefusal: (refusal: MqttRefusal) => void;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: Partial<MqttLimits>;
  /** Networks of proxies, whose connections belong to many callers. */
  readonly trustedProxies?: readonly string[];
}
