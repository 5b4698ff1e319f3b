import type { SiteState } from '../../../sites/stored/index.ts';
import { isGone } from '../../compare-states.ts';
import { nameOf } from '../../definitions.ts';
import type { Fields } from '../fields.ts';

/** Writes the maps of zones in service. */
export function writeMapViews({ mapView, zone: zones }: SiteState): Fields[] {
  return [...mapView.values()]
    .filter(({ zone }) => {
      const found = zones.get(zone);
      return found !== undefined && !isGone(found);
    })
    .map(({ zone, config: { version: _version, ...config } }) => ({ zone: nameOf(zone), ...config }));
}
