import { defineZoneType } from '../define-zone-type.ts';

/** Area per person in a zone below the limit. An empty zone has no value, and so no alert. */
export const reverseDensity = defineZoneType({
  type: 'reverseDensity',
  metric: 'reverseDensity',
  comparison: 'below',
  values: { min: 0, max: 1000, step: 0.01, usual: 1.39 },
  interval: 300,
});
