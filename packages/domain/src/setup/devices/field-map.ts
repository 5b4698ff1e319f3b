import { err, type Instant, ok, type Result } from '../../core/index.ts';
import { sendableMetrics } from '../../numbers/readings/index.ts';
import { getValue, parseNumber, parseText, parseTime, toList } from './fields.ts';
import { buildPacket, type Packet, type PacketNumber } from './packet.ts';

/** Meaning of a field's number. A `period` of a meter is the amount of an interval, a `sample` its register. */
export const fieldMeanings = ['period', 'total', 'sample'] as const;
export type FieldMeaning = (typeof fieldMeanings)[number];

/**
 * Locations of fields in an unknown format. A path is names joined by dots: `data.in`. `items[0]` is an item of a list,
 * `items[direction=in]` the first one with such a field. `=Street door` is a constant. In a list of packets, `$.site` is
 * a field of the body around it.
 */
export interface FieldMap {
  readonly name: string;
  /** Path of the list of packets. Empty if the body is one packet. */
  readonly list: string;
  readonly device: string;
  /** Path of the time. Empty: the time of reception. */
  readonly time: string;
  /** Seconds of a `period`, which ends at its time. */
  readonly interval: number;
  readonly numbers: readonly MappedNumber[];
}

export interface MappedNumber {
  readonly path: string;
  readonly metric: string;
  readonly meaning: FieldMeaning;
  /** Factor that converts the number to the metric's unit. */
  readonly factor: number;
}

const pathForm = /^[^.\s][^.]{0,63}(\.[^.]{1,64}){0,7}$/;
export const isPath = (path: string): boolean => (path.startsWith('=') ? path.length <= 128 : pathForm.test(path));
const maxItems = 1_000;
/** Begin of a path that starts at the body rather than at an item of its list. */
const around = '$.';
const maxMapped = 30;

/** Validates a field map and trims its name. The error names the invalid field and the reason. */
export function checkFieldMap(map: FieldMap): Result<FieldMap, { readonly field: string; readonly message: string }> {
  const wrong = (field: string, message: string) => err({ field, message });
  const name = map.name.trim();
  if (name === '' || name.length > 60) return wrong('name', 'name takes 1 to 60 characters');
  for (const field of ['list', 'device', 'time'] as const)
    if (!(map[field] === '' && field !== 'device') && !isPath(map[field]))
      return wrong(field, `${field} takes names with dots between them`);
  if (!Number.isInteger(map.interval) || map.interval < 1 || map.interval > 86_400)
    return wrong('interval', 'interval takes 1 to 86400 whole seconds');
  if (map.numbers.length === 0 || map.numbers.length > maxMapped)
    return wrong('numbers', `numbers takes 1 to ${maxMapped} fields`);
  for (const { path, metric, meaning, factor } of map.numbers) {
    if (!isPath(path)) return wrong('numbers', 'path takes names with dots between them');
    const kind = sendableMetrics.get(metric)?.kind;
    const isMeant =
      meaning === 'sample'
        ? kind === 'sample' || kind === 'counter'
        : kind === 'flow' || kind === 'count' || (kind === 'counter' && meaning === 'period');
    if (!isMeant) return wrong('numbers', `${metric} is no metric that comes as a ${meaning}`);
    if (!Number.isFinite(factor) || factor === 0) return wrong('numbers', 'factor takes a number other than 0');
  }
  return ok({ ...map, name });
}

/** Reads a body with a field map. Empty if it does not fit. */
export function readByMap(map: FieldMap, root: unknown, received: Instant): readonly Packet[] {
  const found = map.list === '' ? root : readPath(root, map.list);
  const items = Array.isArray(found) ? found.slice(0, maxItems) : [found];
  return items.flatMap((item) => {
    const read = (path: string) =>
      path.startsWith(around) ? readPath(root, path.slice(around.length)) : readPath(item, path);
    const device = parseText(read(map.device));
    const told = device === null ? [] : toldOf(map, read, received);
    return device === null || told.length === 0
      ? []
      : [buildPacket({ dialect: 'fieldMap', device, name: map.name, told })];
  });
}

function toldOf(map: FieldMap, read: (path: string) => unknown, received: Instant): readonly PacketNumber[] {
  const time = map.time === '' ? received : parseTime(read(map.time));
  if (time === null) return [];
  return map.numbers.flatMap(({ path, metric, meaning, factor }): readonly PacketNumber[] => {
    const number = parseMeasure(read(path));
    const value = number === null ? null : number * factor;
    if (value === null || !Number.isFinite(value)) return [];
    if (meaning === 'sample') return [{ kind: 'sample', metric, at: time, value }];
    const from = time - map.interval * 1000;
    if (sendableMetrics.get(metric)?.kind === 'counter')
      return value < 0 ? [] : [{ kind: 'period', metric, from, to: time, value }];
    const count = Math.round(value);
    if (count < 0 || !Number.isSafeInteger(count)) return [];
    if (meaning === 'total') return [{ kind: 'total', metric, at: time, total: count, since: null }];
    return [{ kind: 'period', metric, from, to: time, value: count }];
  });
}

/** Parses a number, also from text with a unit, such as `21.5 °C`. Null if the text has several numbers. */
function parseMeasure(value: unknown): number | null {
  const number = parseNumber(value);
  if (number !== null || typeof value !== 'string' || value.length > 128) return number;
  const [found, ...others] = value.match(/[-+]?\d+(\.\d+)?(?![\d.,])/g) ?? [];
  const isOnly = others.length === 0 && value.match(/\d+/g)?.length === found?.match(/\d+/g)?.length;
  return found === undefined || !isOnly ? null : parseNumber(found);
}

/** Returns what is at a path of a packet, or the text of a constant. */
export function readPath(value: unknown, path: string): unknown {
  if (path.startsWith('=')) return path.slice(1);
  return path.split('.').reduce(step, value);
}

/** Follows a name, `list[0]` or `list[name=text]`. A field that is really called so comes first. */
function step(value: unknown, name: string): unknown {
  const [, list, choice = ''] = /^(.+)\[([^\]]+)\]$/.exec(name) ?? [];
  const literal = getValue(value, name);
  if (list === undefined || literal !== undefined) return literal;
  const items = toList(getValue(value, list));
  if (/^\d{1,4}$/.test(choice)) return items[Number(choice)];
  const equals = choice.indexOf('=');
  const [field, text] = [choice.slice(0, equals), choice.slice(equals + 1)];
  return equals < 1 ? undefined : items.find((item) => parseText(getValue(item, field)) === text);
}
