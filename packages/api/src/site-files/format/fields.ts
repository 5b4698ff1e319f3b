import { dateToWall, type Instant, instantToDate, wallToInstant } from '@atrium/domain/core';
import { splitKey } from '../../sites/stored/index.ts';

export type Fields = Record<string, unknown>;

/** Drops unset values and empty lists, which read back the same. */
export function omitEmpty(fields: Fields): Fields {
  const says = (value: unknown) =>
    value !== null &&
    value !== undefined &&
    !(Array.isArray(value) && value.length === 0) &&
    !(isPlain(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => says(value)));
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a local midnight as a date, and any other instant in UTC. */
export function writeInstant(instant: Instant | null, timezone: string): string | null {
  if (instant === null) return null;
  const date = instantToDate(timezone, instant);
  return wallToInstant(timezone, dateToWall(date, 0)) === instant
    ? date
    : new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** Formats a tag with its category, so that it stays unambiguous when tags are added. */
export const formatTag = (key: string): string => splitKey(key).join('/');
