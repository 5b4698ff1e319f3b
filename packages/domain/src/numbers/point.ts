import type { LocalDate } from '../core/index.ts';
import type { DescriptorKey } from './query-vocabulary.ts';

/** Point of an answer. Missing is never 0: a silent sensor and an empty shop are different facts. */
export type Point =
  | { readonly state: 'known'; readonly value: number; readonly partial: boolean }
  | Missing
  | { readonly state: 'closed' };

/** No sensor reported it, or the sensors do not report the requested descriptors. */
export interface Missing {
  readonly state: 'missing';
  /** Requested descriptors that the sensors do not report; absent for silent sensors. Never empty in an answer. */
  readonly notTold?: readonly DescriptorKey[];
}

/** Coverage of an answer: reported ÷ expected device-time, with gaps by device. */
export interface Coverage {
  /** 0…1; null when nothing was expected. */
  readonly ratio: number | null;
  /** Oldest first. */
  readonly silent: readonly DeviceGap[];
  /** By site; absent when several answers were merged. */
  readonly sites?: readonly SiteCoverage[];
}

/** Coverage of one site. */
export interface SiteCoverage {
  readonly installationId: number;
  /** 0…1; null when nothing was expected. */
  readonly ratio: number | null;
  /** Since when every installed sensor has been silent, to the end of the time; null while any reports. */
  readonly silentSince: number | null;
}

/** Gap of a device that should have reported. */
export interface DeviceGap {
  readonly deviceId: number;
  /** The device's name, or its serial number without one. Set in answers. */
  readonly name?: string;
  readonly from: number;
  readonly to: number;
  /** Set when the oldest gaps of a device are merged: their number and total ms. */
  readonly count?: number;
  readonly time?: number;
}

/** Comparable share of a compared time in days: both sides known, over the same passages, sensors and meters. */
export interface ComparisonCoverage {
  /** In whole days. */
  readonly known: number;
  /** Past days on which something is expected. */
  readonly asked: number;
}

/** Whether a change may be shown in %. If less than half is comparable, that share is shown instead. */
export function isComparable({ known, asked }: ComparisonCoverage): boolean {
  return known * 2 >= asked;
}

/** Wire format of the specification: a label and a value, or a nested list for a further grouping. */
export interface LabelledValue {
  readonly label: string;
  readonly value: number | string | null | readonly LabelledValue[];
  readonly partial?: true;
  readonly state?: 'missing' | 'closed';
  /** Set when missing because sensors do not report it (`Missing`). */
  readonly notTold?: readonly DescriptorKey[];
  /** Comparable share of a whole time, when it is too small to show a change. */
  readonly tooFew?: ComparisonCoverage;
  /** Set in answers to queries that compare with EXPECTED. */
  readonly expected?: ExpectedPoint;
}

/**
 * What is expected of a point (docs/expected.md). A total whose sensors were silent for hours has the expected value of
 * the other hours.
 */
export interface ExpectedPoint {
  readonly value: number | null;
  /** Range that nine of ten values lie in; null without one. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** How many of the last comparable values lay within the range they had. */
  readonly warranty: { readonly held: number; readonly of: number } | null;
  /** Why there is no range; null with one. */
  readonly reason: ExpectedReason | null;
  /** Name of the holiday or event that is the reason, a holiday in the country's first language. */
  readonly name?: string;
  /** Name of the holiday by language code, in the other languages that it is known in. */
  readonly names?: Readonly<Record<string, string>>;
  /** Mean of the same weekdays there are, at least two. Set while the history is too short for an expected value. */
  readonly mean?: { readonly value: number; readonly days: number };
  /** Days that the value is the median of, each multiplied by its factor, or the mean. Only of a number without groups. */
  readonly samples?: readonly { readonly date: LocalDate; readonly value: number; readonly factor: number }[];
}

/** A day that is no usual one. The name is null of closed days. */
interface UnusualDate {
  readonly reason: 'holiday' | 'event' | 'closed';
  readonly name: string | null;
}

/** Returns the holiday, event or closed day that is why a point has no usual, named in a language if it can be. */
export function findUnusualDate(expected: ExpectedPoint | null, language: string): UnusualDate | null {
  if (expected === null) return null;
  const { reason, name = null, names } = expected;
  if (reason !== 'holiday' && reason !== 'event' && reason !== 'closed') return null;
  return { reason, name: names?.[language] ?? name };
}

/**
 * Why a point has no range.
 *
 * - holiday, event, closed: the day is no usual one
 * - history: too short; gaps: under half of it is known
 * - width: longer than a day
 * - sites: about more sites than are compared with their histories
 * - form: nothing is expected of this metric, or of points grouped like this
 */
export type ExpectedReason = 'holiday' | 'event' | 'closed' | 'history' | 'gaps' | 'width' | 'sites' | 'form';
