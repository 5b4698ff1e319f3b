import {
  isUnknownWidget,
  type Reference,
  readGlobalFilter,
  readWidget,
  type ShapeReading,
} from '@atrium/domain/dashboards';
import { join, partsOf } from './site-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A widget with other references in the place of its own; one of an unknown type stays as it is. */
export function respellWidget(widget: unknown, reference: ShapeReading['reference']): Fields {
  const read = readWidget(widget, { problem: () => {}, reference });
  return (isUnknownWidget(read) ? read.raw : read) as Fields;
}

export function respellFilter(filter: unknown, reference: ShapeReading['reference']): Fields {
  return readGlobalFilter(filter, { problem: () => {}, reference });
}

/** The key of a record, from how a definition names it in a file: `installation/zone`, `category/tag`. */
export function keyNamed(kind: Reference, name: string): string {
  if (kind === 'device' || kind === 'installation' || kind === 'tagCategory') return name;
  const slash = name.indexOf('/');
  return join(name.slice(0, slash), name.slice(slash + 1));
}

/** The inverse. */
export const nameOf = (key: string): string => partsOf(key).join('/');
