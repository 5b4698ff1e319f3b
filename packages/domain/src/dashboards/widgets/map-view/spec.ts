import { ownSpec } from '../numbers-spec.ts';

/** Zones and passages drawn on a plan. */
export const mapView = ownSpec({ columns: 12, height: 480 }, 'fast');
