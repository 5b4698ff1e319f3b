import { ofZone } from '../of-zone.ts';

/** Mean waiting time of people served in a quarter of an hour. */
export const waitingTime = ofZone({
  type: 'waitingTime',
  metric: 'waitingTime',
  comparison: 'above',
  values: { min: 0, max: 86_400, step: 1, usual: 300 },
  interval: 900,
});
