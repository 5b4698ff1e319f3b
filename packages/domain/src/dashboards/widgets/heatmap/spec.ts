import { ownSpec } from '../numbers-spec.ts';

/** Where people were, a picture a day. */
export const heatmap = ownSpec({ size: { columns: 6, height: 360 }, live: 'slow', options: ['dayLimit'] });
