import type { Instant } from '../../core/index.ts';
import { sendableMetrics } from '../../numbers/readings/index.ts';
import type { CounterKind } from '../../sites/index.ts';
import type { Packet, PacketNumber } from './packet.ts';

/** A correct clock with a wrong UTC offset: its times were read as `readAs` minutes from UTC. */
interface WrongOffset {
  /** Minutes. */
  readonly said: number;
  readonly readAs: number;
}

interface Doubtful {
  readonly key: number;
  readonly received: Instant;
  readonly at: Instant;
  /** UTC offset in minutes of its times. Null: trusted. */
  readonly said: number | null;
}

const minute = 60_000;
/** Offsets differ by whole half hours; the remainder is transmission time. */
const step = 30 * minute;
const slack = 5 * minute;
/** Minimum ms between packets with the same delay, to exclude a backlog that was sent at once. */
const apart = 10 * minute;

/**
 * Detects cameras with the right wall clock but the factory's UTC offset. Their packets all seem late or early by the
 * same multiple of half an hour. A single packet proves nothing, and the delay of a backlog decreases.
 */
function findWrongOffsets(packets: readonly Doubtful[]): ReadonlyMap<number, WrongOffset> {
  const byShift = Map.groupBy(packets, ({ received, at, said }) => {
    const steps = Math.round((received - at) / step);
    const isOff = said !== null && steps !== 0 && Math.abs(received - at - steps * step) <= slack;
    return isOff ? steps : 0;
  });
  // An offset that was right once is right for what is late as well, such as a backlog sent at a steady pace.
  const right = new Set(
    byShift
      .get(0)
      ?.filter(({ received, at }) => Math.abs(received - at) <= slack)
      .map(({ said }) => said),
  );
  const found = new Map<number, WrongOffset>();
  for (const [steps, late] of byShift) {
    const alike = late.filter(({ said }) => !right.has(said));
    const times = alike.map(({ received }) => received);
    if (steps === 0 || Math.max(...times) - Math.min(...times) < apart) continue;
    for (const { key, said } of alike) {
      const readAs = (said ?? 0) - (steps * step) / minute;
      if (said !== null && readAs >= -12 * 60 && readAs <= 14 * 60) found.set(key, { said, readAs });
    }
  }
  return found;
}

/** Shifts the times of a number by some ms. */
function shiftTimes(told: PacketNumber, ms: number): PacketNumber {
  return told.kind === 'period' ? { ...told, from: told.from + ms, to: told.to + ms } : { ...told, at: told.at + ms };
}

/** A parsed packet. With equal times, lower keys are older. */
export interface ParsedPacket {
  readonly key: number;
  readonly received: Instant;
  readonly packet: Packet;
}

/** A reading derived from a packet, without its device. */
export interface PacketReading {
  readonly metric: string;
  readonly at: Instant;
  readonly value: number;
  /** Seconds. */
  readonly interval: number;
  /** Set for the metrics of meters. */
  readonly kind?: CounterKind;
}

export const packetMarkKinds = ['gap', 'reset', 'repeat', 'overlap', 'clock', 'late', 'leftOut'] as const;
/**
 * Anomalies of a packet:
 * - gap: lost packets or missing time before it.
 * - reset: totals or sequence numbers restarted.
 * - repeat: it repeats an earlier packet or period.
 * - overlap: its period overlaps an earlier one.
 * - clock: its time is in the future, or has a wrong offset.
 * - late: it arrived more than an hour after its time.
 * - leftOut: its totals or counts are ignored, because other packets report the same people.
 */
export type PacketMarkKind = (typeof packetMarkKinds)[number];

export interface PacketMark {
  readonly kind: PacketMarkKind;
  /** Whether numbers are missing because of it. */
  readonly costs: boolean;
  /** The affected time. */
  readonly from: Instant;
  readonly to: Instant;
}

export interface InterpretedPacket {
  readonly key: number;
  readonly at: Instant;
  readonly readings: readonly PacketReading[];
  readonly marks: readonly PacketMark[];
  readonly wrongOffset: WrongOffset | null;
}

const day = 86_400_000;
const ahead = 120_000;
const lateAfter = 3_600_000;
const second = 1000;

/** Returns the time a packet is about: its latest time, or when it was received. */
export function getPacketTime({ told }: Packet, received: Instant): Instant {
  let latest = Number.NEGATIVE_INFINITY;
  for (const one of told) latest = Math.max(latest, one.kind === 'period' ? one.to : one.at);
  return Number.isFinite(latest) ? latest : received;
}

interface Course {
  /** Metrics with periods in some packet. Their totals count the same people again, so they are left out. */
  readonly inPeriods: ReadonlySet<string>;
  /** Metrics with totals in some packet. Counts since the packet before, in packets of their own, are the same people. */
  readonly inTotals: ReadonlySet<string>;
  /** Frame numbers received, with their time. */
  readonly frames: Map<number, Instant>;
  readonly lastAt: Map<string, Instant>;
  readonly lastTotal: Map<string, number>;
  readonly periodEnd: Map<string, Instant>;
  readonly periods: Map<string, number>;
  sequence: number | null;
  before: Instant | null;
}

/**
 * Converts the packets of one device to readings, in order of their times rather than of arrival. Totals become
 * differences, and repeats have no effect. An unknown difference (after more than a day, or after a restart) gives a
 * mark instead of a reading. `swapped` swaps in and out.
 */
export function interpretPackets(packets: readonly ParsedPacket[], swapped: boolean): readonly InterpretedPacket[] {
  const ordered = inOrder(packets);
  const inPeriods = new Set<string>();
  const inTotals = new Set<string>();
  for (const { packet } of ordered)
    for (const { kind, metric } of packet.told) {
      if (kind === 'period') inPeriods.add(metric);
      if (kind === 'total') inTotals.add(metric);
    }
  const course: Course = {
    inPeriods,
    inTotals,
    frames: new Map(),
    lastAt: new Map(),
    lastTotal: new Map(),
    periodEnd: new Map(),
    periods: new Map(),
    sequence: null,
    before: null,
  };
  return ordered.map(({ key, received, packet, at, wrongOffset }) => {
    const marks: PacketMark[] = [];
    const sums = new Map<string, PacketReading>();
    if (isSameFrame(course, packet, at)) {
      marks.push({ kind: 'repeat', costs: false, from: at, to: at });
      return { key, at, readings: [], marks, wrongOffset };
    }
    markSequence(course, packet, at, marks);
    if (wrongOffset !== null || at > received + ahead) marks.push({ kind: 'clock', costs: false, from: at, to: at });
    if (received - at > lateAfter) marks.push({ kind: 'late', costs: false, from: at, to: received });
    for (const told of packet.told) {
      const found = readingOf(course, told, marks);
      if (found === null) continue;
      const reading = { ...found, ...kindOf(told) };
      const metric = swapped ? exchanged(reading.metric) : reading.metric;
      const place = `${metric} ${reading.at} ${reading.kind}`;
      // Two people at the same moment count as two.
      const others = told.kind === 'crossing' ? (sums.get(place)?.value ?? 0) : 0;
      sums.set(place, { ...reading, metric, value: reading.value + others });
    }
    course.before = at;
    return { key, at, readings: [...sums.values()], marks: distinct(marks), wrongOffset };
  });
}

/** ms within which a radio frame is received again, through another gateway or because its acknowledgement was lost. */
const frameRepeats = 600_000;

/** Whether the radio frame was received before. Later the counter may have restarted. */
function isSameFrame({ frames }: Course, { isFrame, sequence }: Packet, at: Instant): boolean {
  if (!isFrame || sequence === null) return false;
  const before = frames.get(sequence);
  if (before !== undefined && at - before <= frameRepeats) return true;
  frames.set(sequence, at);
  return false;
}

interface Placed extends ParsedPacket {
  readonly at: Instant;
  readonly wrongOffset: WrongOffset | null;
}

/** Sorts packets by the time they are about, after correcting wrong offsets. */
function inOrder(packets: readonly ParsedPacket[]): readonly Placed[] {
  const timed = packets.map((kept) => ({ ...kept, at: getPacketTime(kept.packet, kept.received) }));
  const wrong = findWrongOffsets(timed.map((one) => ({ ...one, said: one.packet.doubtfulOffset })));
  return timed
    .map(({ key, received, packet, at }) => {
      const wrongOffset = wrong.get(key) ?? null;
      const late = wrongOffset === null ? 0 : (wrongOffset.said - wrongOffset.readAs) * 60_000;
      const told = late === 0 ? packet.told : packet.told.map((one) => shiftTimes(one, late));
      return { key, received, packet: { ...packet, told }, at: at + late, wrongOffset };
    })
    .sort((a, b) => a.at - b.at || a.received - b.received || a.key - b.key);
}

const opposites: ReadonlyMap<string, string> = new Map([
  ['affluenceIn', 'affluenceOut'],
  ['affluenceOut', 'affluenceIn'],
]);
const exchanged = (metric: string) => opposites.get(metric) ?? metric;

function markSequence(course: Course, { sequence, told }: Packet, at: Instant, marks: PacketMark[]): void {
  if (sequence === null) return;
  const last = course.sequence;
  course.sequence = sequence;
  if (last === null || sequence === last + 1) return;
  const from = course.before ?? at;
  // Later totals include the lost ones; other numbers are lost with their packet.
  const costs = told.some(({ kind }) => kind !== 'total' && kind !== 'sample');
  if (sequence > last) marks.push({ kind: 'gap', costs, from, to: at });
  else marks.push({ kind: sequence === last ? 'repeat' : 'reset', costs: false, from, to: at });
}

/** A meter's packet always states what it sends, whatever its device declares. */
function kindOf({ kind, metric }: PacketNumber): { readonly kind?: CounterKind } {
  if (sendableMetrics.get(metric)?.kind !== 'counter') return {};
  return { kind: kind === 'period' ? 'amount' : 'register' };
}

function readingOf(course: Course, told: PacketNumber, marks: PacketMark[]): PacketReading | null {
  switch (told.kind) {
    case 'sample':
      return { metric: told.metric, at: told.at, value: told.value, interval: 0 };
    case 'crossing':
      return { metric: told.metric, at: told.at, value: 1, interval: 0 };
    case 'period':
      return ofPeriod(course, told, marks);
    case 'since':
      return ofSince(course, told, marks);
    case 'total':
      return ofTotal(course, told, marks);
  }
}

function ofPeriod(course: Course, told: Extract<PacketNumber, { kind: 'period' }>, marks: PacketMark[]): PacketReading {
  const { metric, from, to, value } = told;
  const key = `${metric} ${from} ${to}`;
  const end = course.periodEnd.get(metric);
  if (course.periods.has(key)) marks.push({ kind: 'repeat', costs: false, from, to });
  else if (end !== undefined && from < end) marks.push({ kind: 'overlap', costs: false, from, to: Math.min(end, to) });
  else if (end !== undefined && from - end >= second) marks.push({ kind: 'gap', costs: true, from: end, to: from });
  course.periods.set(key, value);
  course.periodEnd.set(metric, Math.max(end ?? to, to));
  return { metric, at: from, value, interval: Math.max(1, Math.round((to - from) / second)) };
}

/** Returns the span since the previous packet. Null with a mark if it is too long, or no time has passed. */
function spanSince(course: Course, { metric, at }: { metric: string; at: Instant }, marks: PacketMark[]) {
  const from = course.lastAt.get(metric);
  course.lastAt.set(metric, at);
  if (from === undefined) return null;
  if (at - from > day) {
    marks.push({ kind: 'gap', costs: true, from, to: at });
    return null;
  }
  if (at - from < second) {
    marks.push({ kind: 'repeat', costs: false, from, to: at });
    return null;
  }
  return { at: from, interval: Math.round((at - from) / second) };
}

function ofSince(
  course: Course,
  told: Extract<PacketNumber, { kind: 'since' }>,
  marks: PacketMark[],
): PacketReading | null {
  if (course.inTotals.has(told.metric) || course.inPeriods.has(told.metric)) {
    marks.push({ kind: 'leftOut', costs: false, from: told.at, to: told.at });
    return null;
  }
  const span = spanSince(course, told, marks);
  return span === null ? null : { metric: told.metric, ...span, value: told.value };
}

function ofTotal(
  course: Course,
  told: Extract<PacketNumber, { kind: 'total' }>,
  marks: PacketMark[],
): PacketReading | null {
  const { metric, at, total, since } = told;
  if (course.inPeriods.has(metric)) {
    marks.push({ kind: 'leftOut', costs: false, from: at, to: at });
    return null;
  }
  const last = course.lastTotal.get(metric);
  course.lastTotal.set(metric, total);
  const span = spanSince(course, told, marks);
  if (last === undefined || span === null) return null;
  if (total >= last) return { metric, ...span, value: total - last };
  marks.push({ kind: 'reset', costs: since === null, from: span.at, to: at });
  return since === null ? null : { metric, ...span, value: since };
}

/** Merges marks of the same kind into one over their whole time. */
function distinct(marks: readonly PacketMark[]): readonly PacketMark[] {
  const kinds = new Map<PacketMarkKind, PacketMark>();
  for (const mark of marks) {
    const known = kinds.get(mark.kind);
    const union = known && {
      kind: mark.kind,
      costs: known.costs || mark.costs,
      from: Math.min(known.from, mark.from),
      to: Math.max(known.to, mark.to),
    };
    kinds.set(mark.kind, union ?? mark);
  }
  return [...kinds.values()];
}
