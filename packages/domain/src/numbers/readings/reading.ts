import type { Instant } from '../../core/index.ts';
import type { CounterKind } from '../../sites/index.ts';

/** Validated reading that still names its device by serial. */
export interface Reading {
  readonly serial: string;
  readonly metric: string;
  /** Start of the interval for accumulated metrics, the instant itself for samples and counters. */
  readonly at: Instant;
  /** Canonical: `name=value` sorted by name, joined by `;`, or ''. */
  readonly descriptors: string;
  /** Null if the reading does not state it, and for metrics that no meter measures. */
  readonly kind: CounterKind | null;
  /** '' without a visitor. */
  readonly visitor: string;
  /** 0…1 from the top left of the device's picture, in single precision; -1 without a position. */
  readonly x: number;
  readonly y: number;
  readonly value: number;
  /** Visits that a duration describes; 1 otherwise. */
  readonly weight: number;
  /** Seconds; 0 for an instant. */
  readonly interval: number;
}

/** Identity of a device's reading. Sending it again changes nothing; with another value it is a correction. */
export type ReadingIdentity = Pick<Reading, 'metric' | 'at' | 'descriptors' | 'visitor' | 'x' | 'y'>;

/** Returns the identity as a map key. The visitor comes last, because only it may contain any character. */
export function toIdentityText(device: number, reading: ReadingIdentity): string {
  return `${device} ${reading.metric} ${reading.at} ${reading.x} ${reading.y} ${reading.descriptors} ${reading.visitor}`;
}

/** Part of a reading that a second one with the same identity may change. */
export type ReadingContent = Pick<Reading, 'value' | 'weight' | 'interval'>;

function sameContent(a: ReadingContent, b: ReadingContent): boolean {
  return a.value === b.value && a.weight === b.weight && a.interval === b.interval;
}

/** Whether a reading changes the stored one of its identity: a coarser interval never replaces a finer one. */
export function changesContent(stored: ReadingContent, sent: ReadingContent): boolean {
  const isCoarser = stored.interval > 0 && sent.interval > stored.interval;
  return !isCoarser && !sameContent(stored, sent);
}

/** Time span of a reading; `interval` in seconds. */
export type Covered = Pick<Reading, 'at' | 'interval'>;

export const getReadingEnd = ({ at, interval }: Covered): Instant => at + interval * 1000;

export const doOverlap = (one: Covered, other: Covered): boolean =>
  one.at < getReadingEnd(other) && other.at < getReadingEnd(one);

/** Returns the share of a reading's interval without finer readings; only that share counts. */
export function computeCountedShare(reading: Covered, others: readonly Covered[]): number {
  const finer = others
    .filter((other) => other.interval > 0 && other.interval < reading.interval && doOverlap(reading, other))
    .sort((left, right) => left.at - right.at);
  let covered = 0;
  let until = reading.at;
  for (const other of finer) {
    const end = Math.min(getReadingEnd(other), getReadingEnd(reading));
    covered += Math.max(0, end - Math.max(other.at, until));
    until = Math.max(until, end);
  }
  return 1 - covered / (reading.interval * 1000);
}
