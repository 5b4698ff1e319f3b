import { mapVersion } from '@atrium/domain/map-views';
import { keyNamed, respellMap } from '../definitions.ts';
import type { SiteFile } from '../format/site-file.ts';
import { isThere, known } from './declare-dashboards.ts';
import type { Declaring } from './declaring.ts';

/** Declares the maps of zones. A declared map replaces the stored one as a whole. */
export function declareMapViews(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) declaring.next.mapView.clear();
  for (const declared of file.mapViews ?? []) {
    const { zone: name, ...written } = declared;
    const zone = keyNamed('zone', String(name));
    if (!isThere('zone', zone, declaring)) declaring.problem(declared, 'zone', `there is no zone "${name}"`);
    const config = respellMap({ version: mapVersion, ...written }, known(declared, declaring));
    declaring.declare('mapView', { zone, config }, declared, 'zone', `the map of ${name}`);
  }
}
