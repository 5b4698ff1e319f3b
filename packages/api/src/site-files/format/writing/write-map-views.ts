import type { SiteState } from '../../../sites/stored/index.ts';
import { isRemoved } from '../../compare-states.ts';
import { keyToName } from '../../definitions.ts';
import type { Fields } from '../fields.ts';

/** Writes the maps of zones in service. */
export function writeMapViews({ mapView, zone: zones }: SiteState): Fields[] {
  return [...mapView.values()]
    .filter(({ zone }) => {
      const found = zones.get(zone);
      return found !== undefined && !isRemoved(found);
    })
    .map(({ zone, config: { version: _version, ...config } }) => ({ zone: keyToName(zone), ...config }));
}
