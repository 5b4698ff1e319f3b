/** Limits on the raw packets that are stored. */
export interface InboxLimits {
  /** Per device; beyond it, its oldest packets are deleted. */
  readonly packetsPerDevice: number;
  readonly bytesPerDevice: number;
  /** All waiting devices of an organization; beyond it, the oldest packets of the largest sender are deleted. */
  readonly bytesWaiting: number;
  /** Devices per organization; further ones are refused. */
  readonly devices: number;
  readonly days: number;
  /**
   * Concurrent bodies, and the queue for them. One organization gets all but one of the first and a quarter of the
   * second.
   */
  readonly atOnce: number;
  readonly waiting: number;
}

export const defaultInboxLimits: InboxLimits = {
  packetsPerDevice: 3_000,
  bytesPerDevice: 2_000_000,
  bytesWaiting: 20_000_000,
  devices: 1_000,
  days: 30,
  atOnce: 4,
  waiting: 400,
};
