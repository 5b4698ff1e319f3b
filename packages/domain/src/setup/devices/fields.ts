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

/** Names of fields that identify a device by its hardware, lower case without separators. */
const hardwareNames = [
  'serial',
  'serialnumber',
  'serialno',
  'deviceserial',
  'deviceid',
  'deveui',
  'imei',
  'mac',
  'macaddress',
  'sensorid',
];
/** Names that may identify a device, if they are near the top. */
const nearNames = ['device', 'id', 'src'];
/** An `id` so short is that of a channel rather than of a device. */
const isChannel = (name: string): boolean => /^\d{1,3}$/.test(name);
/** Levels and objects searched for a name. */
const [hardwareLevels, nearLevels, maxSearched] = [4, 2, 60];

/**
 * Guesses the sender of a body in an unknown format: by a field that identifies hardware, else by its agent and logic,
 * else by the names of its fields. So only bodies of the same form can share a sender.
 */
export function guessDevice(format: string, root: unknown): string {
  const layers = layersOf(root);
  const named = (names: readonly string[], levels: number): string | null => {
    for (const { level, fields } of layers) {
      if (level >= levels) continue;
      for (const name of names) {
        const key = Object.keys(fields).find((one) => one.replace(/[@_\- ]/g, '').toLowerCase() === name);
        const found = key === undefined ? null : parseText(fields[key]);
        if (found !== null && !(name === 'id' && isChannel(found))) return found;
      }
    }
    return null;
  };
  const hardware = named(hardwareNames, hardwareLevels) ?? named(nearNames, nearLevels);
  if (hardware !== null) return hardware;
  const agent = named(['agentid'], hardwareLevels);
  const logic = layers.flatMap(({ fields }) => toList(fields.logics)).map((one) => parseText(getValue(one, 'id')))[0];
  if (agent !== null) return parseText(`agent ${agent}${logic == null ? '' : `/${logic}`}`) ?? format;
  return `${format} ${hashText(formOf(layers))}`;
}

/** Whether a guessed sender only has the form of its bodies in common. */
export const isNamedByForm = (device: string): boolean => /^(json|xml) [0-9a-f]{8}$/.test(device);

interface Layer {
  readonly level: number;
  readonly path: string;
  readonly fields: Fields;
}

/** Returns the objects of a body level by level, the first item of each list only. */
function layersOf(root: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  let level: readonly { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let depth = 0; level.length > 0 && layers.length < maxSearched && depth < 8; depth += 1) {
    const objects = level
      .map(({ path, value }) => ({ path, value: Array.isArray(value) ? value[0] : value }))
      .filter((one): one is { path: string; value: Fields } => isFields(one.value))
      .slice(0, maxSearched);
    for (const { path, value } of objects) layers.push({ level: depth, path, fields: value });
    level = objects.flatMap(({ path, value }) =>
      Object.entries(value).map(([name, inner]) => ({ path: `${path}.${name}`, value: inner })),
    );
  }
  return layers;
}

const formOf = (layers: readonly Layer[]): string =>
  layers
    .flatMap(({ path, fields }) => Object.keys(fields).map((name) => `${path}.${name}`))
    .sort()
    .join('\n');

/** Returns eight hex digits that differ for different texts, nearly always (FNV-1a). */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
