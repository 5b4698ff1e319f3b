import { defineZoneType } from '../define-zone-type.ts';

/** People per metre of a queue, on average over five minutes. */
export const linearDensity = defineZoneType({
  type: 'linearDensity',
  metric: 'linearDensity',
  comparison: 'above',
  values: { min: 0, max: 20, step: 0.01, usual: 2 },
  interval: 300,
});
