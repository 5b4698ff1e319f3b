import { defineZoneType } from '../define-zone-type.ts';

/** Humidity of a zone outside a range: the mean of its sensors per five minutes. */
export const humidity = defineZoneType({
  type: 'humidity',
  metric: 'humidity',
  comparison: 'outside',
  values: { min: 0, max: 100, step: 0.5, usual: [30, 60] },
  interval: 300,
  hasSensors: true,
});
