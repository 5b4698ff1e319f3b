import { ownSpec } from '../numbers-spec.ts';

/** What alerts noticed, the strongest first: a head of 32 px and three rows of 69. */
export const alertLogTable = ownSpec({ columns: 6, height: 239 }, 'fast', 'rows');
