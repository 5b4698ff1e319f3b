import type { Instant } from '../../core/index.ts';
import { parseTimeText } from '../../numbers/readings/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the object at a path, or an empty one. */
export function getFields(value: unknown, ...path: readonly string[]): Fields {
  const found = getValue(value, ...path);
  return isFields(found) ? found : {};
}

export function getValue(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isFields(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

/** Converts a single value or a list to a list. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** Parses a number or numeric text. Null for anything else, and for numbers that are not finite. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 40 || !/^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value.trim()))
    return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Parses a count: a whole number, at least 0. */
export function parseCount(value: unknown): number | null {
  const number = parseNumber(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

const longest = 128;

/** Parses a text: trimmed, at most 128 characters, without control characters. Null if there is none. */
export function parseText(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > 10 * longest) return null;
  const clean = text.trim();
  return clean !== '' && clean.length <= longest && clean.isWellFormed() && !/\p{Cc}/u.test(clean) ? clean : null;
}

/** Parses an instant: with an offset, or in seconds or milliseconds since 1970. Null if ambiguous. */
export function parseTime(value: unknown): Instant | null {
  const number = typeof value === 'number' ? value : null;
  if (number !== null) {
    if (number >= 1e9 && number < 1e10) return Math.round(number * 1000);
    return number >= 1e12 && number < 1e13 ? Math.round(number) : null;
  }
  if (typeof value !== 'string') return null;
  // Networks write nanoseconds or finer; the parser accepts nine digits.
  const time = parseTimeText(value.trim().replace(/(\.\d{9})\d+/, '$1'));
  return time?.kind === 'instant' ? time.at : null;
}

/** Parses a time from a field that is UTC by its name. */
export function parseUtcTime(value: unknown): Instant | null {
  const known = parseTime(value);
  if (known !== null || typeof value !== 'string') return known;
  const time = parseTimeText(value.trim());
  return time?.kind === 'wall' ? time.wall : null;
}

const isPeriod = (from: Instant, to: Instant) => from < to && to - from <= 86_400_000;

/** Returns the period between two times. Null if it is empty or longer than a day. */
export function toPeriod(from: Instant | null, to: Instant | null) {
  return from !== null && to !== null && isPeriod(from, to) ? { from, to } : null;
}

/** Common field names for the sender, most reliable first. */
const names = ['serial', 'serialNumber', 'deviceId', 'device_id', 'device', 'devEui', 'mac', 'macAddress', 'id', 'src'];

/** Guesses the sender of a body in an unknown format from fields near its top. Null if there is none. */
export function guessDevice(root: unknown): string | null {
  const item = Array.isArray(root) ? root[0] : root;
  if (!isFields(item)) return null;
  const layers = [item, ...Object.values(item).filter(isFields).slice(0, 20)];
  for (const layer of layers) {
    for (const name of names) {
      const found = Object.hasOwn(layer, name) ? parseText(layer[name]) : null;
      const attribute = Object.hasOwn(layer, `@${name}`) ? parseText(layer[`@${name}`]) : null;
      if (found !== null || attribute !== null) return found ?? attribute;
    }
  }
  return null;
}
