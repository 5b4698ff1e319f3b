export interface MqttLimits {
  readonly connections: number;
  readonly connectionsPerKey: number;
  /** Bytes of any packet before sign-in. */
  readonly bytesToSignIn: number;
  /** Timeout for sign-in, ms. */
  readonly signInTimeoutMs: number;
  /** Timeout for a client to read what it was sent, ms. */
  readonly readTimeoutMs: number;
  /** Maximum wait of a message while ingestion is overloaded, ms. After that its client is disconnected. */
  readonly overloadTimeoutMs: number;
}

export const defaultMqttLimits: MqttLimits = {
  connections: 5_000,
  connectionsPerKey: 1_000,
  bytesToSignIn: 4_096,
  signInTimeoutMs: 10_000,
  readTimeoutMs: 30_000,
  overloadTimeoutMs: 60_000,
};

/** Maximum bytes of a packet besides its payload: topic and message id. */
export const maxPacketOverhead = 256;
