import { ownSpec } from '../numbers-spec.ts';

/** Weather forecast at the site. */
export const weather = ownSpec({ size: { columns: 4, height: 200 }, live: 'slow' });
