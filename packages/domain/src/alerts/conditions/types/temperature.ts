import { defineZoneType } from '../define-zone-type.ts';

/** Temperature of a zone outside a range: the mean of its sensors per five minutes. */
export const temperature = defineZoneType({
  type: 'temperature',
  metric: 'temperature',
  comparison: 'outside',
  values: { min: -50, max: 80, step: 0.5, usual: [18, 26] },
  interval: 300,
  hasSensors: true,
});
