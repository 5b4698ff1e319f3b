import type { GuessLimiter } from '../../../platform/addresses/guess-limiter.ts';
import type { MessageEndpoint } from '../message-endpoint.ts';
import type { MessageDeps } from './handle-message.ts';
import type { MqttKeyHolder } from './key-sessions.ts';
import type { MqttLimits } from './mqtt-limits.ts';
import type { MessageOutcome } from './mqtt-metrics.ts';

/** Reason for disconnecting a client. Fields are short and contain nothing that the client presented. */
export interface MqttRefusal {
  readonly reason: string;
  readonly address: string;
  /** Public id of the key it signed in with; null before sign-in. */
  readonly publicId: string | null;
}

export interface MqttBrokerDeps extends MessageDeps {
  readonly keys: { verify(secret: string, address?: string): Promise<MqttKeyHolder | null> };
  /** Accepts packets in makers' formats. Without it, publishing them is not allowed. */
  readonly devices?: MessageEndpoint;
  readonly count: (outcome: MessageOutcome) => void;
  /** Counts unknown keys by client address; not counted by default. */
  readonly guesses?: GuessLimiter;
  readonly logRefusal: (refusal: MqttRefusal) => void;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: Partial<MqttLimits>;
  /** Networks of proxies, whose connections belong to many clients. */
  readonly trustedProxies?: readonly string[];
}
