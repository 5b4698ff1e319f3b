import { ownSpec } from '../numbers-spec.ts';

/** Where people were, one picture per day. */
export const heatmap = ownSpec({ size: { columns: 6, height: 360 }, live: 'slow', options: ['dayLimit'] });
