import type { DescriptorKey } from './query/vocabulary.ts';

/** One point of an answer. Missing is never 0: a silent sensor and an empty shop are different facts. */
export type Point =
  | { readonly state: 'known'; readonly value: number; readonly partial: boolean }
  | Missing
  | { readonly state: 'closed' };

/** Nobody reported it; or the sensors did, and don't tell the people (or energy) apart as asked. */
export interface Missing {
  readonly state: 'missing';
  /** The descriptors that are asked for and that the sensors don't tell; of silent sensors nothing. Of an answer never none. */
  readonly notTold?: readonly DescriptorKey[];
}

/** How completely the sensors behind an answer reported: device-time reported ÷ expected, and who was silent when. */
export interface Coverage {
  /** 0…1; null when nothing was expected of anybody. */
  readonly ratio: number | null;
  /** Oldest first. */
  readonly silent: readonly Silence[];
  /** Each site by itself; none where several answers were joined. */
  readonly sites?: readonly SiteCoverage[];
}

/** How completely the sensors of one site reported. */
export interface SiteCoverage {
  readonly installationId: number;
  /** 0…1; null when nothing was expected of anybody. */
  readonly ratio: number | null;
  /** Since when every sensor that still hangs there has been silent, to the end of the time; null while any reports. */
  readonly silentSince: number | null;
}

/** When a device that should have reported didn't. */
export interface Silence {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Where an answer has very many, the oldest of a device are told as one: how many, and ms of silence in all. */
  readonly count?: number;
  readonly time?: number;
}

/** How much of a compared time can be compared, in days: both sides known, over the same passages, sensors and meters. */
export interface ComparisonCoverage {
  /** Whole days' worth. */
  readonly known: number;
  /** The days that are past, and on which anything is expected. */
  readonly asked: number;
}

/** Whether a change may be told in %: where less than half can be compared, that is told instead. */
export function isComparable({ known, asked }: ComparisonCoverage): boolean {
  return known * 2 >= asked;
}

/** The wire shape of the specification: a label and a value, or a nested list for a further grouping. */
export interface LabelledValue {
  readonly label: string;
  readonly value: number | string | null | readonly LabelledValue[];
  readonly partial?: true;
  readonly state?: 'missing' | 'closed';
  /** Of what is missing because sensors don't tell it (`Missing`). */
  readonly notTold?: readonly DescriptorKey[];
  /** Of what a whole time is compared with: how much can be, where that is too little to tell a change. */
  readonly tooFew?: ComparisonCoverage;
}
