import { mapVersion } from '@atrium/domain/map-views';
import { nameToKey, rewriteMap } from '../definitions.ts';
import type { SiteFile } from '../format/site-file.ts';
import { canRefer, checkReferences } from './declare-dashboards.ts';
import type { Declaring } from './declaring.ts';

/** Declares the maps of zones. A declared map replaces the stored one as a whole. */
export function declareMapViews(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) declaring.next.mapView.clear();
  for (const declared of file.mapViews ?? []) {
    const { zone: name, ...written } = declared;
    const zone = nameToKey('zone', String(name));
    if (!canRefer('zone', zone, declaring)) declaring.problem(declared, 'zone', `there is no zone "${name}"`);
    const config = rewriteMap({ version: mapVersion, ...written }, checkReferences(declared, declaring));
    declaring.declare('mapView', { zone, config }, declared, 'zone', `the map of ${name}`);
  }
}
