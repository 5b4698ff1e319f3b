import { ownSpec } from '../numbers-spec.ts';

/** How full each zone is now. */
export const zones = ownSpec({ size: { columns: 6, height: 239 }, live: 'live', outline: 'rows' });
