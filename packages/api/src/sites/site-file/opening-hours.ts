import type { Weekday } from '@atrium/domain/core';
import type { OpeningHours, OpeningSpan } from '@atrium/domain/sites';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type Reader, refuse, unreadable } from './readers.ts';
import { describe, type Reading } from './reading.ts';

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const minutesOfDay = 24 * 60;
const minutesOfWeek = 7 * minutesOfDay;

/**
 * `{ mon-fri: ["05:00-24:00"], sat,sun: ["06:00-02:00"], reset: true }`, or `always`. A day that is not named is closed;
 * a span whose end is not after its begin passes midnight.
 */
export const openingHours: Reader<OpeningHours> = (node, reading) => {
  if (isScalar(node) && node.value === 'always') return { spans: [], reset: false };
  if (!isMap(node)) return refuse(reading, node, `expected opening hours like { mon-fri: ["08:00-19:00"] }, or always, found ${describe(node)}`);
  const found: { span: OpeningSpan; node: Node }[] = [];
  const seen = new Set<Weekday>();
  let reset = false;
  const before = reading.problems.length;
  for (const { key, value } of node.items) {
    const keyNode = key as Node;
    const name = isScalar(keyNode) ? String(keyNode.value) : '';
    const valueNode = (value ?? keyNode) as Node;
    if (name === 'reset') {
      if (isScalar(valueNode) && typeof valueNode.value === 'boolean') reset = valueNode.value;
      else reading.report(valueNode, `expected true or false, found ${describe(valueNode)}`);
      continue;
    }
    const days = readDays(name);
    if (days === null) reading.report(keyNode, `expected days like mon, mon-fri or "sat,sun", or reset, found "${name}"`);
    else readDay(days, seen, keyNode, valueNode, reading, found);
  }
  for (const clash of overlapping(found)) reading.report(clash, 'these opening hours overlap others of the same week');
  if (reading.problems.length > before) return unreadable;
  return { spans: found.map(({ span }) => span).sort((a, b) => startOf(a) - startOf(b)), reset };
};

function readDay(
  days: readonly Weekday[],
  seen: Set<Weekday>,
  keyNode: Node,
  valueNode: Node,
  reading: Reading,
  found: { span: OpeningSpan; node: Node }[],
): void {
  for (const day of days) {
    if (seen.has(day)) reading.report(keyNode, `the hours of ${dayNames[day - 1]} are already given above`);
    seen.add(day);
  }
  if (!isSeq(valueNode)) {
    reading.report(valueNode, `expected a list of hours like ["08:00-19:00"], found ${describe(valueNode)}`);
    return;
  }
  for (const item of valueNode.items as Node[]) {
    const hours = isScalar(item) ? readHours(item.value) : null;
    if (hours === null) reading.report(item, `expected hours like 08:00-19:00, found ${describe(item)}`);
    else for (const day of days) found.push({ span: spanOn(day, hours), node: item });
  }
}

function readDays(name: string): Weekday[] | null {
  const days: Weekday[] = [];
  for (const part of name.split(',')) {
    const [first = '', last = first, ...rest] = part.trim().split('-');
    const from = dayNames.indexOf(first as (typeof dayNames)[number]);
    const to = dayNames.indexOf(last as (typeof dayNames)[number]);
    if (from < 0 || to < 0 || rest.length > 0) return null;
    for (let step = 0; step <= (to - from + 7) % 7; step += 1) days.push((((from + step) % 7) + 1) as Weekday);
  }
  return days;
}

function readHours(value: unknown): [begin: number, end: number] | null {
  const match = typeof value === 'string' ? /^(\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(value) : null;
  if (match === null) return null;
  const [beginHour, beginMinute, endHour, endMinute] = match.slice(1).map(Number) as [number, number, number, number];
  const begin = beginHour * 60 + beginMinute;
  const end = endHour * 60 + endMinute;
  if (beginMinute > 59 || endMinute > 59 || begin >= minutesOfDay || end > minutesOfDay) return null;
  return [begin, end > begin ? end : end + minutesOfDay];
}

/** Ends are written on the day on which they fall, so 24:00 is 00:00 of the next day. */
function spanOn(day: Weekday, [begin, end]: readonly [number, number]): OpeningSpan {
  const endDay = (((day - 1 + Math.floor(end / minutesOfDay)) % 7) + 1) as Weekday;
  return { begin: [day, Math.floor(begin / 60), begin % 60], end: [endDay, Math.floor((end % minutesOfDay) / 60), end % 60] };
}

const startOf = (span: OpeningSpan) => (span.begin[0] - 1) * minutesOfDay + span.begin[1] * 60 + span.begin[2];
const lengthOf = (span: OpeningSpan) => {
  const end = (span.end[0] - 1) * minutesOfDay + span.end[1] * 60 + span.end[2];
  return (end - startOf(span) + minutesOfWeek - 1) % minutesOfWeek + 1;
};

function overlapping(found: readonly { span: OpeningSpan; node: Node }[]): Node[] {
  const sorted = [...found].sort((a, b) => startOf(a.span) - startOf(b.span));
  const clashes = new Set<Node>();
  sorted.forEach((entry, index) => {
    const next = sorted[index + 1] ?? sorted[0];
    if (next === undefined || next === entry) return;
    const gap = (startOf(next.span) - startOf(entry.span) + minutesOfWeek) % minutesOfWeek;
    if (gap < lengthOf(entry.span)) clashes.add(next.node);
  });
  return [...clashes];
}

/** The inverse: the shortest block that reads back as the same hours. */
export function writeOpeningHours(hours: OpeningHours): 'always' | Record<string, string[] | boolean> {
  if (hours.spans.length === 0 && !hours.reset) return 'always';
  const byDay = dayNames.map((_, index) => hours.spans.filter((span) => span.begin[0] === index + 1).map(writeSpan));
  const block: Record<string, string[] | boolean> = {};
  for (let from = 0; from < 7; ) {
    let to = from;
    while (to < 6 && byDay[to + 1]?.join() === byDay[from]?.join()) to += 1;
    const spans = byDay[from] ?? [];
    if (spans.length > 0) block[from === to ? `${dayNames[from]}` : `${dayNames[from]}-${dayNames[to]}`] = spans;
    from = to + 1;
  }
  if (hours.reset) block.reset = true;
  return block;
}

function writeSpan(span: OpeningSpan): string {
  const clock = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const midnight = span.end[1] === 0 && span.end[2] === 0 && span.end[0] !== span.begin[0];
  return `${clock(span.begin[1], span.begin[2])}-${midnight ? '24:00' : clock(span.end[1], span.end[2])}`;
}
