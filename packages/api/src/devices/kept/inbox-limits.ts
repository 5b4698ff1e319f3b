/** How much of what devices send is kept raw. */
export interface InboxLimits {
  /** Of one device; beyond, its oldest go. */
  readonly packetsPerDevice: number;
  readonly bytesPerDevice: number;
  /** Of all devices of an organization that wait; beyond, the oldest of the one that keeps most go. */
  readonly bytesWaiting: number;
  /** Devices of an organization; one more is turned away. */
  readonly devices: number;
  readonly days: number;
  /** Bodies that are taken in at once, and those that may wait for it: of one organization all but one, and a quarter. */
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
