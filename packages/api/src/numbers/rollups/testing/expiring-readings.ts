/** First of the days whose readings are written and deleted. */
export const firstExpiringDay = Date.UTC(2026, 0, 1);
export const expiringDays = 12;
const perDay = 96;

/** Builds a counter's quarter-hour readings of all days, with a different value each day. */
export function buildExpiringReadings(organization: number) {
  return Array.from({ length: expiringDays * perDay }, (_, index) => ({
    organization: organization as never,
    installation: 1 as never,
    metric: 'affluenceIn',
    device: 1,
    at: firstExpiringDay + index * 900_000,
    descriptors: '',
    visitor: '',
    x: -1,
    y: -1,
    value: 1 + Math.floor(index / perDay),
    weight: 1,
    interval: 900,
    version: 1,
  }));
}
