import { ownSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';

/** Zones and passages on a plan. */
export const mapView = ownSpec({
  size: { columns: 12, height: 480 },
  live: 'fast',
  options: ['headers', 'dropdownsConfig', 'hideUnit', ...coloring],
});
