import type { Instant } from '../../core/index.ts';

/** One checked reading, still naming its device by serial. */
export interface Reading {
  readonly serial: string;
  readonly metric: string;
  /** Begin of the interval for accumulated metrics, the instant itself for samples and counters. */
  readonly at: Instant;
  /** Canonical: `name=value` sorted by name, joined by `;`, or ''. */
  readonly descriptors: string;
  /** '' when the reading names no visitor. */
  readonly visitor: string;
  /** 0…1 from the top left of the device's picture, in single precision; -1 without a place. */
  readonly x: number;
  readonly y: number;
  readonly value: number;
  /** Visits that a duration describes; 1 otherwise. */
  readonly weight: number;
  /** Seconds; 0 for an instant. */
  readonly interval: number;
}

/** What makes two readings of one device the same reading: sent again it changes nothing, with another value it corrects. */
export type ReadingIdentity = Pick<Reading, 'metric' | 'at' | 'descriptors' | 'visitor' | 'x' | 'y'>;

/** Identity as text, for maps. The visitor comes last because it is the only part with free characters. */
export function identityText(device: number, reading: ReadingIdentity): string {
  return `${device} ${reading.metric} ${reading.at} ${reading.x} ${reading.y} ${reading.descriptors} ${reading.visitor}`;
}

/** What a second sending of one identity may change. */
export type ReadingContent = Pick<Reading, 'value' | 'weight' | 'interval'>;

function sameContent(a: ReadingContent, b: ReadingContent): boolean {
  return a.value === b.value && a.weight === b.weight && a.interval === b.interval;
}

/** Whether a reading changes what is stored of its identity: the finest interval that covers a time speaks for it. */
export function changesContent(stored: ReadingContent, sent: ReadingContent): boolean {
  const isCoarser = stored.interval > 0 && sent.interval > stored.interval;
  return !isCoarser && !sameContent(stored, sent);
}
