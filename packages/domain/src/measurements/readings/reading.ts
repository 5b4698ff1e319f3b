import type { Instant } from '../../core/index.ts';

/** Validated reading that still names its device by serial. */
export interface Reading {
  readonly serial: string;
  readonly metric: string;
  /** Start of the interval for accumulated metrics, the instant itself for samples and counters. */
  readonly at: Instant;
  /** Canonical: `name=value` sorted by name, joined by `;`, or ''. */
  readonly descriptors: string;
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
