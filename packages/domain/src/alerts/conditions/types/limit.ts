import { defineZoneType } from '../define-zone-type.ts';

/** People in a zone above the rule's limit: the maximum per minute. */
export const limit = defineZoneType({
  type: 'limit',
  metric: 'inside',
  aggregation: 'MAX',
  comparison: 'above',
  values: { min: 0, max: 1_000_000, step: 1, usual: 100 },
  interval: 60,
});
