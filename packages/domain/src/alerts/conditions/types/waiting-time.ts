import { ofZone } from '../of-zone.ts';

/** How long those served in a quarter of an hour had waited, on average. */
export const waitingTime = ofZone({
  type: 'waitingTime',
  metric: 'waitingTime',
  comparison: 'above',
  values: { min: 0, max: 86_400, step: 1, usual: 300 },
  interval: 900,
});
