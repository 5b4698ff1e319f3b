import type { JsonPath, Reference, ShapeReading } from '@atrium/domain/pages/definitions';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type Reader, unreadable } from './readers.ts';
import { describeNode, type TextReading } from './text-reading.ts';

type Json = Record<string, unknown>;

/** Formats the path of a field inside a definition: `metrics.0.filters`. */
export const formatPath = (path: JsonPath): string => path.join('.');

/**
 * Reads a JSON definition, written as YAML with the API's fields and keys in place of ids, and validates it with the
 * domain. `filled` adds fields that follow from the position in the file.
 */
export function definition(
  what: string,
  filled: (raw: Json) => Json,
  read: (raw: unknown, reading: ShapeReading) => unknown,
): Reader<Json> {
  return (node, reading) => {
    const nodes = new Map<string, Node>();
    const before = reading.problems.length;
    const raw = plain(node, [], nodes, reading);
    if (!isMap(node)) reading.report(node, `expected ${what}, a block of fields, found ${describeNode(node)}`);
    if (reading.problems.length > before) return unreadable;
    const report = (path: JsonPath, message: string) => {
      const at = nodes.get(formatPath(path)) ?? node;
      if (message.startsWith('expected')) reading.report(at, `${message}, found ${describeNode(at)}`);
      else reading.report(at, message.startsWith('needs') ? `${nameAt(path, what)} ${message}` : message);
    };
    read(filled(raw as Json), {
      problem: report,
      reference(kind, value, path) {
        if (!isKey(kind, value)) report(path, `expected ${expected[kind]}`);
        return value;
      },
    });
    if (reading.problems.length > before) return unreadable;
    for (const [field, at] of nodes) reading.remember(raw as Json, field, at);
    return raw as Json;
  };
}

/** Names the subject of a problem: the definition itself, or the innermost named part of it. */
function nameAt(path: JsonPath, what: string): string {
  const name = path.findLast((step) => typeof step === 'string');
  return name === undefined ? what : `an entry of "${name}"`;
}

const expected: { readonly [Kind in Reference]: string } = {
  installation: 'the key of an installation',
  zone: 'a zone as installation/zone',
  passage: 'a passage as installation/passage',
  device: 'the serial of a device',
  tagCategory: 'the name of a tag category',
  tag: 'a tag, or category/tag',
};

function isKey(kind: Reference, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return kind === 'zone' || kind === 'passage' ? /^[^/]+\/[^/]+$/.test(value) : true;
}

/** Returns the plain value of a node and records the node of each part. */
function plain(node: Node, path: JsonPath, nodes: Map<string, Node>, reading: TextReading): unknown {
  nodes.set(formatPath(path), node);
  const target = reading.resolve(node);
  if (isScalar(target)) return target.value;
  if (isSeq(target))
    return (target.items as Node[]).map((item, index) => plain(item, [...path, index], nodes, reading));
  if (!isMap(target)) return null;
  const value: Json = {};
  for (const pair of target.items) {
    const key = pair.key as Node;
    if (!isScalar(key)) reading.report(key, 'a field must have a plain name');
    else if (String(key.value) === '__proto__') reading.report(key, 'a field cannot have this name');
    else value[String(key.value)] = plain((pair.value ?? key) as Node, [...path, String(key.value)], nodes, reading);
  }
  return value;
}
