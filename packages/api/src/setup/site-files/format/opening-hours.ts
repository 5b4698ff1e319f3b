import { formatOpeningWeek, type OpeningHours, parseOpeningWeek } from '@atrium/domain/sites';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type Reader, refuse, unreadable } from './readers.ts';
import { describeNode, type TextReading } from './text-reading.ts';

/**
 * Reads `{ mon-fri: ["05:00-24:00"], "sat,sun": ["06:00-02:00"], reset: true }`, or `always`. Days not named are
 * closed. If closing is not later than opening, hours run past midnight.
 */
export const openingHours: Reader<OpeningHours> = (node, reading) => {
  if (isScalar(node) && node.value === 'always') return { spans: [], reset: false };
  if (!isMap(node)) {
    const expected = 'expected opening hours like { mon-fri: ["08:00-19:00"] }, or always';
    return refuse(reading, node, `${expected}, found ${describeNode(node)}`);
  }
  const week: Record<string, string[]> = {};
  let reset = false;
  const before = reading.problems.length;
  for (const { key, value } of node.items) {
    const keyNode = key as Node;
    const valueNode = (value ?? keyNode) as Node;
    const name = isScalar(keyNode) ? String(keyNode.value) : '';
    if (name !== 'reset') week[name] = readDay(name, keyNode, valueNode, reading);
    else if (isScalar(valueNode) && typeof valueNode.value === 'boolean') reset = valueNode.value;
    else reading.report(valueNode, `expected true or false, found ${describeNode(valueNode)}`);
  }
  if (reading.problems.length > before) return unreadable;
  const hours = parseOpeningWeek(week, reset);
  return hours.ok ? hours.value : refuse(reading, node, hours.error.message);
};

/** Reads the hours of one line, each validated at its own position. */
function readDay(name: string, keyNode: Node, valueNode: Node, reading: TextReading): string[] {
  if (!parseOpeningWeek({ [name]: ['00:00-24:00'] }).ok) {
    reading.report(keyNode, `expected days like mon, mon-fri or "sat,sun", or reset, found "${name}"`);
  } else if (!isSeq(valueNode)) {
    reading.report(valueNode, `expected a list of hours like ["08:00-19:00"], found ${describeNode(valueNode)}`);
  } else {
    return (valueNode.items as Node[]).flatMap((item) => {
      const text = isScalar(item) && typeof item.value === 'string' ? item.value : '';
      if (parseOpeningWeek({ mon: [text] }).ok) return [text];
      reading.report(item, `expected hours like 08:00-19:00, found ${describeNode(item)}`);
      return [];
    });
  }
  return [];
}

/** Writes the shortest block that reads back as the same hours. */
export function writeOpeningHours(hours: OpeningHours): 'always' | Record<string, readonly string[] | boolean> {
  if (hours.spans.length === 0 && !hours.reset) return 'always';
  return { ...formatOpeningWeek(hours), ...(hours.reset ? { reset: true } : {}) };
}
