import { defineZoneType } from '../define-zone-type.ts';

/** CO₂ in a zone: the mean of its sensors per five minutes. */
export const co2 = defineZoneType({
  type: 'CO2',
  metric: 'co2',
  comparison: 'above',
  values: { min: 0, max: 10_000, step: 10, usual: 1000 },
  interval: 300,
  hasSensors: true,
});
