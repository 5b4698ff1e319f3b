import { ofZone } from '../of-zone.ts';

/** More people in a zone than the rule's own number: the most at once in each minute. */
export const limit = ofZone({
  type: 'limit',
  metric: 'inside',
  aggregation: 'MAX',
  comparison: 'above',
  values: { min: 0, max: 1_000_000, step: 1, usual: 100 },
  interval: 60,
});
