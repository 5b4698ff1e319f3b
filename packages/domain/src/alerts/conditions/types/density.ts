import { defineZoneType } from '../define-zone-type.ts';

/** People per square metre of a zone, on average over five minutes. */
export const density = defineZoneType({
  type: 'density',
  metric: 'density',
  comparison: 'above',
  values: { min: 0, max: 20, step: 0.01, usual: 0.72 },
  interval: 300,
});
