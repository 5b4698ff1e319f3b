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

/** A widget with other references in the place of its own; one of an unknown type stays as it is. */
export function respellWidget(widget: unknown, reference: ShapeReading['reference']): Fields {
  const read = readWidget(widget, { problem: () => {}, reference });
  return (isUnknownWidget(read) ? read.raw : read) as Fields;
}

export function respellFilter(filter: unknown, reference: ShapeReading['reference']): Fields {
  return readGlobalFilter(filter, { problem: () => {}, reference });
}

/** Of nobody: while pictures have their names only, their keys are made for it. */
const placeholder = id<OrganizationId>(0);

/** A map's pictures by keys, as the domain reads them, in the place of their names. */
export const inPlaceholder = (config: Fields): Fields =>
  respellPictures(config, (name) =>
    typeof name === 'string' && isPictureName(name) ? pictureKey(placeholder, 0, name) : name,
  );

/** A map with other references in the place of its own; its pictures have names before and after. */
export function respellMap(config: Fields, reference: ShapeReading['reference']): Fields {
  const read = readMapConfig(inPlaceholder(config), { problem: () => {}, reference });
  return respellPictures(read, (key) => pictureName(placeholder, 0, String(key)));
}

/** The key of a record, from how a definition names it in a file: `installation/zone`, `category/tag`. */
export function keyNamed(kind: Reference, name: string): string {
  if (kind === 'device' || kind === 'installation' || kind === 'tagCategory') return name;
  const slash = name.indexOf('/');
  return join(name.slice(0, slash), name.slice(slash + 1));
}

/** The inverse. */
export const nameOf = (key: string): string => partsOf(key).join('/');
