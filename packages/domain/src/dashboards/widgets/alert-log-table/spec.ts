import { ownSpec } from '../numbers-spec.ts';

/** Firings of alerts, strongest first. The height is a header of 32 px and three rows of 69 px. */
export const alertLogTable = ownSpec({
  size: { columns: 6, height: 239 },
  live: 'fast',
  outline: 'rows',
  shelf: 'figures',
  asksFor: 4,
  options: ['metrics', 'alertIds', 'hideUnit'],
});
