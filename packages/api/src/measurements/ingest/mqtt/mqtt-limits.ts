export interface MqttLimits {
  readonly connections: number;
  readonly connectionsPerKey: number;
  /** Of any packet before the client has signed in. */
  readonly bytesToSignIn: number;
  /** ms that a client may take to sign in. */
  readonly signInWithin: number;
  /** ms that a client may leave what it is sent unread. */
  readonly readWithin: number;
  /** ms that a message may wait for room before its client is sent away. */
  readonly roomWithin: number;
}

export const defaultMqttLimits: MqttLimits = {
  connections: 5_000,
  connectionsPerKey: 1_000,
  bytesToSignIn: 4_096,
  signInWithin: 10_000,
  readWithin: 30_000,
  roomWithin: 60_000,
};

/** What a packet holds beside its payload, at most: topic and message id. */
export const bytesBesidePayload = 256;
