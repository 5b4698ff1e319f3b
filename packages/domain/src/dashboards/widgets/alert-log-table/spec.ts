import { ownSpec } from '../numbers-spec.ts';

/** What alerts noticed, the strongest first. */
export const alertLogTable = ownSpec({ columns: 6, height: 307 }, 'fast');
