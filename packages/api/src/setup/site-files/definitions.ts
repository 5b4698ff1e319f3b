import { id, type OrganizationId } from '@atrium/domain/core';
import {
  isUnknownWidget,
  type Reference,
  readGlobalFilter,
  readWidget,
  type ShapeReading,
} from '@atrium/domain/pages/definitions';
import { readMapConfig } from '@atrium/domain/pages/map-views';
import { getPictureKey, isPictureName, parsePictureKey, rewritePictures } from '../../pages/map-views/index.ts';
import { joinKey, splitKey } from '../../sites/stored/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Rewrites the references of a widget. A widget of an unknown type is returned unchanged. */
export function rewriteWidget(widget: unknown, reference: ShapeReading['reference']): Fields {
  const read = readWidget(widget, { problem: () => {}, reference });
  return (isUnknownWidget(read) ? read.raw : read) as Fields;
}

export function rewriteFilter(filter: unknown, reference: ShapeReading['reference']): Fields {
  return readGlobalFilter(filter, { problem: () => {}, reference });
}

/** Organization id for temporary picture keys, while pictures have only names. */
const placeholder = id<OrganizationId>(0);

/** Replaces a map's picture names by keys, which the domain requires. */
export const withPictureKeys = (config: Fields): Fields =>
  rewritePictures(config, (name) =>
    typeof name === 'string' && isPictureName(name) ? getPictureKey(placeholder, 0, name) : name,
  );

/** Rewrites the references of a map. Its pictures have names before and after. */
export function rewriteMap(config: Fields, reference: ShapeReading['reference']): Fields {
  const read = readMapConfig(withPictureKeys(config), { problem: () => {}, reference });
  return rewritePictures(read, (key) => parsePictureKey(placeholder, 0, String(key)));
}

/** Converts a name in a file, such as `installation/zone` or `category/tag`, to the key of the record. */
export function nameToKey(kind: Reference, name: string): string {
  if (kind === 'device' || kind === 'installation' || kind === 'tagCategory') return name;
  const slash = name.indexOf('/');
  return joinKey(name.slice(0, slash), name.slice(slash + 1));
}

/** Converts a record key back to its name in a file. */
export const keyToName = (key: string): string => splitKey(key).join('/');
