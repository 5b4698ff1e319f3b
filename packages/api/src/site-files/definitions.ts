import { id, type OrganizationId } from '@atrium/domain/core';
import {
  isUnknownWidget,
  type Reference,
  readGlobalFilter,
  readWidget,
  type ShapeReading,
} from '@atrium/domain/dashboards/definitions';
import { readMapConfig } from '@atrium/domain/map-views';
import { isPictureName, pictureKey, pictureName, respellPictures } from '../map-views/index.ts';
import { join, partsOf } from '../sites/stored/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Rewrites the references of a widget. A widget of an unknown type is returned unchanged. */
export function respellWidget(widget: unknown, reference: ShapeReading['reference']): Fields {
  const read = readWidget(widget, { problem: () => {}, reference });
  return (isUnknownWidget(read) ? read.raw : read) as Fields;
}

export function respellFilter(filter: unknown, reference: ShapeReading['reference']): Fields {
  return readGlobalFilter(filter, { problem: () => {}, reference });
}

/** Organization id for temporary picture keys, while pictures have only names. */
const placeholder = id<OrganizationId>(0);

/** Replaces a map's picture names by keys, which the domain requires. */
export const inPlaceholder = (config: Fields): Fields =>
  respellPictures(config, (name) =>
    typeof name === 'string' && isPictureName(name) ? pictureKey(placeholder, 0, name) : name,
  );

/** Rewrites the references of a map. Its pictures have names before and after. */
export function respellMap(config: Fields, reference: ShapeReading['reference']): Fields {
  const read = readMapConfig(inPlaceholder(config), { problem: () => {}, reference });
  return respellPictures(read, (key) => pictureName(placeholder, 0, String(key)));
}

/** Converts a name in a file, such as `installation/zone` or `category/tag`, to the key of the record. */
export function keyNamed(kind: Reference, name: string): string {
  if (kind === 'device' || kind === 'installation' || kind === 'tagCategory') return name;
  const slash = name.indexOf('/');
  return join(name.slice(0, slash), name.slice(slash + 1));
}

/** Converts a record key back to its name in a file. */
export const nameOf = (key: string): string => partsOf(key).join('/');
