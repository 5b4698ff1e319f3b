import { ofZone } from '../of-zone.ts';

/** Room for each person in a zone, which gets too little. An empty zone has no such number, and so no alert. */
export const reverseDensity = ofZone({
  type: 'reverseDensity',
  metric: 'reverseDensity',
  comparison: 'below',
  values: { min: 0, max: 1000, step: 0.01, usual: 1.39 },
  interval: 300,
});
