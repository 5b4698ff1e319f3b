import { isPath, readPath } from './field-map.ts';
import { getValue, isFields, parseText } from './fields.ts';

/** A field of a packet, under the path by which a field map reads it. */
export interface PacketField {
  readonly path: string;
  /** At most 128 characters. */
  readonly value: string;
}

/** Maximum fields listed of a packet. */
export const maxPacketFields = 200;
/** Items listed of one of its lists. */
const maxItems = 20;
/** Nesting of fields that are listed: as deep as a path reaches. */
const maxLevels = 8;

/**
 * Lists the texts and numbers of a packet with their paths, in order. Items of a list are named by a text that only one
 * of them has (`items[direction=in]`), else by their place. Leaves out what no path reaches.
 */
export function listPacketFields(root: unknown): readonly PacketField[] {
  // A map reads each item of a list.
  const top: unknown = Array.isArray(root) ? root[0] : root;
  const found: PacketField[] = [];
  const walk = (value: unknown, path: string, level: number): void => {
    if (found.length >= maxPacketFields || level > maxLevels) return;
    if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`, level + 1);
      return;
    }
    if (Array.isArray(value)) {
      if (path === '') return;
      for (const [place, item] of value.slice(0, maxItems).entries())
        walk(item, `${path}[${chooseItem(value, item) ?? place}]`, level);
      return;
    }
    const text = parseText(value);
    if (text !== null && !path.startsWith('=') && isPath(path) && readPath(top, path) === value)
      found.push({ path, value: text });
  };
  walk(top, '', 0);
  return found;
}

/** Returns `name=text` that only this item of its list has. Null: none. */
function chooseItem(list: readonly unknown[], item: unknown): string | null {
  if (!isFields(item)) return null;
  for (const [name, value] of Object.entries(item)) {
    if (typeof value !== 'string' || !/^[\w-]{1,40}$/.test(value) || !/^[\w-]{1,20}$/.test(name)) continue;
    if (/\d{3}/.test(value)) continue;
    if (list.filter((one) => getValue(one, name) === value).length === 1 && list.length > 1) return `${name}=${value}`;
  }
  return null;
}
