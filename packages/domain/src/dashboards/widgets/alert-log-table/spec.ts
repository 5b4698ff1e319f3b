import { ownSpec } from '../numbers-spec.ts';

/** What alerts noticed, the strongest first: a head of 32 px and three rows of 69. */
export const alertLogTable = ownSpec({
  size: { columns: 6, height: 239 },
  live: 'fast',
  outline: 'rows',
  shelf: 'figures',
  asksFor: 4,
  options: ['metrics', 'alertIds', 'hideUnit'],
});
