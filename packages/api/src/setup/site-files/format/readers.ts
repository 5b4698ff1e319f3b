import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { describeNode, type TextReading } from './text-reading.ts';

/** Result for a value that could not be read; its problem is already reported. */
export const unreadable = Symbol('unreadable');
export type Reader<Value> = (node: Node, reading: TextReading) => Value | typeof unreadable;

export type Read<R> = R extends Reader<infer Value> ? Value : never;
type Shape = Readonly<Record<string, Reader<unknown>>>;
type Fields<Required extends Shape, Optional extends Shape> = {
  readonly [Key in keyof Required]: Read<Required[Key]>;
} & {
  readonly [Key in keyof Optional]?: Read<Optional[Key]>;
};

/** Reads a block of fields. Refuses unknown fields, since a misspelt one would otherwise have no effect. */
export function block<const Required extends Shape, const Optional extends Shape>(
  what: string,
  required: Required,
  optional: Optional,
): Reader<Fields<Required, Optional>> {
  const known: Shape = { ...required, ...optional };
  return (node, reading) => {
    const map = mapping(what, node, reading);
    if (map === unreadable) return unreadable;
    const value: Record<string, unknown> = {};
    reading.remember(value, '', map);
    let whole = true;
    for (const [name, keyNode, valueNode] of entries(what, map, reading)) {
      const reader = Object.hasOwn(known, name) ? known[name] : undefined;
      if (reader === undefined) {
        reading.report(keyNode, `${what} has no field "${name}"; known: ${Object.keys(known).join(', ')}`);
        continue;
      }
      const read = follow(reader, valueNode, reading);
      if (read === unreadable) whole = false;
      else {
        value[name] = read;
        reading.remember(value, name, valueNode);
      }
    }
    for (const name of Object.keys(required)) {
      if (map.has(name)) continue;
      reading.report(map, `${what} needs the field "${name}"`);
      whole = false;
    }
    if (whole) return value as Fields<Required, Optional>;
    if (typeof value.key === 'string') reading.lostKeys.add(value.key);
    return unreadable;
  };
}

/** Reads a block with arbitrary field names. */
export function dictionary<Value>(what: string, of: Reader<Value>): Reader<Readonly<Record<string, Value>>> {
  return (node, reading) => {
    const map = mapping(what, node, reading);
    if (map === unreadable) return unreadable;
    const value: Record<string, Value> = {};
    reading.remember(value, '', map);
    for (const [name, keyNode, valueNode] of entries(what, map, reading)) {
      const read = follow(of, valueNode, reading);
      if (read === unreadable) continue;
      Object.defineProperty(value, name, { value: read, enumerable: true, configurable: true, writable: true });
      reading.remember(value, name, keyNode);
    }
    return value;
  };
}

/** Reads a list. Unreadable entries are reported and left out, so that one problem does not hide those after it. */
export function list<Value>(what: string, of: Reader<Value>): Reader<readonly Value[]> {
  return (node, reading) => {
    if (!isSeq(node)) return refuse(reading, node, `expected ${what}, a list, found ${describeNode(node)}`);
    const values: Value[] = [];
    reading.remember(values, '', node);
    for (const item of node.items as Node[]) {
      const read = follow(of, item, reading);
      if (read === unreadable) continue;
      reading.remember(values, String(values.length), item);
      values.push(read);
    }
    return values;
  };
}

/** `null` clears the stored value; a field left out keeps it. */
export function nullable<Value>(of: Reader<Value>): Reader<Value | null> {
  return (node, reading) => (isScalar(node) && node.value === null ? null : of(node, reading));
}

/** Reads a scalar. `accept` converts it, and returns null if it is not as expected. */
export function scalar<Value>(expected: string, accept: (value: unknown) => Value | null): Reader<Value> {
  return (node, reading) => {
    const value = isScalar(node) ? accept(node.value) : null;
    if (value !== null) return value;
    const hint =
      isScalar(node) && typeof node.value === 'number' && accept(String(node.source ?? node.value)) !== null
        ? ' (put it in quotes)'
        : '';
    return refuse(reading, node, `expected ${expected}, found ${describeNode(node)}${hint}`);
  };
}

/** Defers a reader that refers to itself. */
export function lazy<Value>(reader: () => Reader<Value>): Reader<Value> {
  return (node, reading) => reader()(node, reading);
}

export function refuse(reading: TextReading, node: Node | null, message: string): typeof unreadable {
  reading.report(node, message);
  return unreadable;
}

function follow<Value>(reader: Reader<Value>, node: Node, reading: TextReading): Value | typeof unreadable {
  const target = reading.resolve(node);
  return target === null ? unreadable : reader(target, reading);
}

function mapping(what: string, node: Node, reading: TextReading): YAMLMap | typeof unreadable {
  if (isMap(node)) return node;
  return refuse(reading, node, `expected ${what}, a block of fields, found ${describeNode(node)}`);
}

function* entries(what: string, map: YAMLMap, reading: TextReading): Generator<[string, Node, Node]> {
  for (const pair of map.items) {
    const key = pair.key as Node;
    if (isScalar(key) && key.value !== null && typeof key.value !== 'object')
      yield [String(key.value), key, (pair.value ?? key) as Node];
    else reading.report(key, `a field of ${what} must have a plain name`);
  }
}
