import { defineZoneType } from '../define-zone-type.ts';

/** Mean waiting time of people served in a quarter of an hour. */
export const waitingTime = defineZoneType({
  type: 'waitingTime',
  metric: 'waitingTime',
  comparison: 'above',
  values: { min: 0, max: 86_400, step: 1, usual: 300 },
  interval: 900,
});
