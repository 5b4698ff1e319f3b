import type { ShapeReading } from '@atrium/domain/dashboards/definitions';
import { mapVersion, readMapConfig } from '@atrium/domain/map-views';
import { withPictureKeys } from '../definitions.ts';
import { definition } from './definition.ts';

/** The map of a zone, as in the API, with keys in place of ids. */
export const mapView = definition(
  'a map',
  (raw) => ({ version: mapVersion, ...withPictureKeys(raw) }),
  (raw, reading: ShapeReading) => {
    const { zone, ...config } = raw as Readonly<Record<string, unknown>>;
    if (zone === undefined) reading.problem([], 'needs the field "zone"');
    else reading.reference('zone', zone, ['zone']);
    readMapConfig(config, reading);
  },
);
