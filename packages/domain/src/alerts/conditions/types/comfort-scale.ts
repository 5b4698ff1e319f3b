import { ofZone } from '../of-zone.ts';

/** The comfort score of a zone, 5 the best and 1 the worst, by the organization's own bands. */
export const comfortScale = ofZone({
  type: 'comfortScale',
  metric: 'comfortScore',
  comparison: 'below',
  values: { min: 1, max: 5, step: 1, usual: 3 },
  interval: 900,
});
