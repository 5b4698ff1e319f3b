import { defineZoneType } from '../define-zone-type.ts';

/** Comfort score of a zone, 5 (best) to 1 (worst), by the organization's bands. */
export const comfortScale = defineZoneType({
  type: 'comfortScale',
  metric: 'comfortScore',
  comparison: 'below',
  values: { min: 1, max: 5, step: 1, usual: 3 },
  interval: 900,
});
